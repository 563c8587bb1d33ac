import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programOf } from './program.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const expected: readonly (readonly [agent: string, browser: string | null, system: string | null])[] = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140', 'Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/138.0.0.0 Safari/537.36`, 'Chrome 138', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0`, 'Edge 138', 'Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari 18',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari 18',
    'iPhone',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel) ${webKit} Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.60`,
    'WeChat 8',
    'Android',
  ],
  ['curl/8.5.0', 'curl 8', null],
  ['node', 'Node.js', null],
  ['', null, null],
  ['<script>alert(1)</script>', null, null],
];

for (const [agent, browser, system] of expected)
  test(`${browser ?? 'nothing known'} on ${system ?? 'nothing known'}`, () =>
    assert.deepEqual(programOf(agent), { browser, system }));
