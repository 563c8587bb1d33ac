/** Drawings on paper: the colours of their roles, written into each element. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onPaper, paperColours } from '../src/display/drawing-roles.ts';
import { inlinedStyles } from '../src/display/inlined-styles.ts';

const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${body}</svg>`;

test('an area has the colours of its role, a line none inside, and a text is written in that of words', () => {
  const drawn = onPaper(
    svg('<path class="pl-water" d="M0 0h9v9z"/><g><path class="pl-thin pl-dash" d="M0 0h9"/><text x="1">A</text></g>'),
  );
  assert.match(drawn, new RegExp(`<path class="pl-water"[^>]*style="fill:${paperColours['map-water']};stroke:`));
  assert.match(drawn, /<path class="pl-thin pl-dash"[^>]*style="[^"]*fill:none;[^"]*stroke-dasharray:10 7"/);
  assert.match(drawn, new RegExp(`<text x="1" style="[^"]*fill:${paperColours['text-3']};stroke:none">A</text>`));
  assert.doesNotMatch(drawn, /<style/);
});

test('a drawing without roles keeps its own colours, with its sheets in its elements', () => {
  const plain = svg('<rect fill="red" width="2"/>');
  assert.equal(onPaper(plain), plain);
  const styled = svg(
    '<style>.a{fill:#f00}g&#62;rect{stroke:#00f;}#x{fill:#0f0}rect:hover{fill:#123}</style><rect class="a" id="x"/><g><rect class="a" style="opacity:0.5"/><circle class="b"/></g>',
  );
  assert.equal(
    onPaper(styled),
    svg(
      '<rect class="a" id="x" style="fill:#f00;fill:#0f0"/><g><rect class="a" style="stroke:#00f;fill:#f00;opacity:0.5"/><circle class="b"/></g>',
    ),
  );
});

test('what a drawing says itself holds over its roles, and descendants are found at any depth', () => {
  const drawn = inlinedStyles(
    svg(
      '<style>.dam path{fill:#111}.dam &#62; path{fill:#222}</style><g class="dam"><g><path d="M0 0"/></g><path d="M1 1"/></g><path d="M2 2"/>',
    ),
  );
  assert.match(drawn, /d="M0 0" style="fill:#111"/);
  assert.match(drawn, /d="M1 1" style="fill:#111;fill:#222"/);
  assert.match(drawn, /d="M2 2"\/>/);
  assert.match(
    onPaper(svg('<style>.pl-water{fill:#abc}</style><path class="pl-water" d="M0 0"/>')),
    /style="fill:#E3EAEE;[^"]*;fill:#abc"/,
  );
  assert.match(
    inlinedStyles(svg('<style>text{font-family:&#34;A&#34;}</style><text>x</text>')),
    /font-family:&#34;A&#34;/,
  );
});

test('selectors without end cost no more than their length, wherever an element lies', () => {
  const deep = 300;
  const selector = `${'g '.repeat(200)}path &#62; g`;
  const drawing = svg(`<style>${selector}{fill:#111}g{fill:#222}</style>${'<g>'.repeat(deep)}${'</g>'.repeat(deep)}`);
  const started = process.cpuUsage().user;
  const drawn = inlinedStyles(drawing);
  assert.ok(process.cpuUsage().user - started < 5e6, 'microseconds of the processor');
  assert.equal(drawn.match(/<g style="fill:#222">/g)?.length, deep);
  // Each element is compared with each of many rules: the last are left as they are, and the drawing stays.
  const many = Array.from({ length: 2_000 }, (_, i) => `g &#62; .x${i}{fill:#${i}}`).join('');
  const full = inlinedStyles(svg(`<style>${many}</style>${'<g><path class="x7"/></g>'.repeat(2_000)}`));
  assert.match(full, /^<svg[^>]*><g><path class="x7" style="fill:#7"\/><\/g>/);
  assert.match(full, /<g><path class="x7"\/><\/g><\/svg>$/);
  const long = `g{fill:#111;${'a:b;'.repeat(50_000)}}`;
  assert.ok(inlinedStyles(svg(`<style>${long}</style>${'<g/>'.repeat(2_000)}`)).length < 25_000_000);
});
