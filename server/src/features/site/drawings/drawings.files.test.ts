/** What a drawing may be: everything else is refused with its reason, or left out. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawingLimits, drawings } from '@plumbline/contract/site/drawings';
import { placeAt } from '@plumbline/contract/site/drawings.scale';
import { fetchFile, png, sendFile } from '../../../../test/pictures.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { cleanSvg } from './logic/svg.ts';

const [server, north] = await openWorlds(['North']);
const { structureId } = north;
const { token } = north.admin;

let count = 0;
const send = (bytes: Buffer | string, type = 'image/svg+xml', name = 'drawing.svg') =>
  sendFile(server, drawings.upload, { structureId, name: `Drawing ${++count}`, plane: 'section' }, token, {
    bytes: Buffer.from(bytes),
    name,
    type,
  });
const svg = (body: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;
const stored = async () => (await server.db.selectFrom('stored_file').select('id').execute()).length;

const hostile = svg(`
  <script>alert(1)</script>
  <script xlink:href="https://example.com/x.js"/>
  <foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://example.com"/></body></foreignObject>
  <image href="https://example.com/spy.png" width="10" height="10"/>
  <image href="data:image/svg+xml;base64,PHN2Zy8+" width="10" height="10"/>
  <use href="https://example.com/other.svg#a"/>
  <use href="data:image/svg+xml,x#a"/>
  <animate attributeName="href" to="javascript:alert(1)"/>
  <set attributeName="onload" to="alert(1)"/>
  <a href="javascript:alert(1)"><path d="M0 0L9 9" onclick="alert(1)"/></a>
  <rect width="1" height="1" fill="url(https://example.com/#p)" style="fill:url('//example.com/x');stroke:red"/>
  <style>@import url(https://example.com/a.css); .a{fill:url(https://example.com/b.svg#c);stroke:blue}
    @font-face{font-family:x;src:url(https://example.com/x.woff)} .b{behavior:url(#x);fill:green}</style>
  <style>.c{fill:\\75rl(https://example.com/)}</style>
  <handler type="text/javascript">alert(1)</handler>
  <iframe src="https://example.com"/>`);

test('of an SVG only what draws is taken: no script, no handler, no link to elsewhere', async () => {
  const { status, body } = await send(hostile.replace('<svg ', '<svg onload="alert(1)" '));
  assert.equal(status, 200, JSON.stringify(body));
  const { drawing } = body;
  assert.ok(drawing.versions[0].leftOut >= 15, `${drawing.versions[0].leftOut} parts left out`);
  const path = `/structures/${structureId}/drawings/${drawing.id}/versions/${drawing.versionId}/content`;
  const shown = (await fetchFile(server, path, token)).bytes.toString();
  assert.doesNotMatch(
    shown,
    /script|example\.com|alert|onload|onclick|foreignObject|iframe|animate|<set|import|font-face|75rl|data:/i,
  );
  assert.match(shown, /<g><path d="M0 0L9 9"><\/path><\/g>/, 'what a link holds is drawn');
  assert.match(shown, /style="stroke:red"/);
  assert.match(shown, /\.a\{stroke:blue\}\.b\{fill:green\}/);
  const answer = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox; default-src 'none'/);
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/);
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
});

test('what draws is taken whole: groups, gradients, patterns, markers, clips, texts, classes, pictures within', () => {
  const picture = `data:image/png;base64,${png.toString('base64')}`;
  const { text, leftOut, isThemed, width, height } = cleanSvg(
    svg(
      `<title>Dam</title><metadata>x</metadata><defs>
      <linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>
      <pattern id="h" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0L4 4"/></pattern>
      <marker id="m" markerWidth="4" markerHeight="4"><path d="M0 0L2 2"/></marker>
      <clipPath id="c"><rect width="9" height="9"/></clipPath></defs>
      <style>.s{fill:url(#h)} text{font-size:3px} rect{fill:url(#g)}</style>
      <g class="s pl-water" clip-path="url(#c)"><path d="M0 0L1 1" marker-end="url(#m)"/></g>
      <text x="1" y="2">Crest &amp; toe <tspan>96.8 &lt; 97</tspan></text>
      <image href="${picture}" width="2" height="2"/><use xlink:href="#m"/>`,
      'width="210mm" height="105mm"',
    ),
  );
  assert.deepEqual([leftOut, isThemed, width, height], [0, true, 2000, 1000]);
  for (const part of [
    'fill:url(#h)',
    'fill:url(#g)',
    'clip-path="url(#c)"',
    'marker-end="url(#m)"',
    'href="#m"',
    picture,
  ])
    assert.ok(text.includes(part), part);
  assert.match(text, /Crest &#38; toe <tspan>96\.8 &#60; 97<\/tspan>/);
  assert.doesNotMatch(text, /title|metadata/);
  assert.equal(cleanSvg(text).text, text, 'what was cleaned once is clean');
});

const laughs = (levels: number, times: number) =>
  svg(
    `<defs><path id="u0" d="M0 0L1 1"/>${Array.from(
      { length: levels },
      (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(times)}</g>`,
    ).join('')}</defs><use href="#u${levels}"/>`,
  );
const refusals: readonly (readonly [string, string, string | null, string])[] = [
  [
    'entities that multiply',
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${svg('<text>&b;</text>')}`,
    'entities',
    'drawingRefused',
  ],
  [
    'an entity that reads a file',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`,
    'entities',
    'drawingRefused',
  ],
  ['groups that are used ten times each, ten levels deep', laughs(10, 10), 'tooDetailed', 'drawingRefused'],
  [
    'a group that uses itself',
    svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    'circular',
    'drawingRefused',
  ],
  [
    'patterns within patterns by class',
    svg(
      `<style>${Array.from({ length: 9 }, (_, i) => `.p${i + 1}{fill:url(#p${i})}`).join('')}</style>${Array.from(
        { length: 10 },
        (_, i) => `<pattern id="p${i}">${`<path class="p${i}" d="M0 0"/>`.repeat(10)}</pattern>`,
      ).join('')}<rect fill="url(#p9)" width="9" height="9"/>`,
    ),
    'tooDetailed',
    'drawingRefused',
  ],
  [
    'markers at every corner of a long line',
    svg(
      `<marker id="m">${'<path d="M0 0"/>'.repeat(100)}</marker><g marker-mid="url(#m)"><path d="M${'1 1 '.repeat(9_000)}"/></g>`,
    ),
    'tooDetailed',
    'drawingRefused',
  ],
  ['groups in groups without end', svg(`${'<g>'.repeat(500)}${'</g>'.repeat(500)}`), 'tooDetailed', 'drawingRefused'],
  ['more elements than a drawing has', svg('<path d="M0 0"/>'.repeat(60_000)), 'tooDetailed', 'drawingRefused'],
  ['no size', svg('<path d="M0 0"/>', 'width="100%"'), 'size', 'drawingRefused'],
  ['a thread of a drawing', svg('', 'viewBox="0 0 10000 1"'), 'proportions', 'drawingRefused'],
  ['no SVG', '<?xml version="1.0"?><html><body/></html>', 'svg', 'fileDamaged'],
  ['no XML', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path></svg>', 'xml', 'fileDamaged'],
];

for (const [what, text, fault, error] of refusals)
  test(`refused: ${what}`, async () => {
    const before = await stored();
    const begun = process.cpuUsage();
    const { body } = await send(text);
    assert.deepEqual([body.error, body.detail?.fault], [error, fault], JSON.stringify(body));
    assert.ok(process.cpuUsage(begun).user < 5_000_000, 'without working at it for long');
    assert.equal(await stored(), before);
  });

test('a picture that unpacks to more than a browser bears is refused, whatever its size as a file', async () => {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const alone = await send(bomb, 'image/png', 'bomb.png');
  assert.deepEqual([alone.body.error, alone.body.detail.fault], ['drawingRefused', 'pixels']);
  const within = await send(
    svg(`<image href="data:image/png;base64,${bomb.toString('base64')}" width="9" height="9"/>`),
  );
  assert.deepEqual([within.body.error, within.body.detail.fault], ['drawingRefused', 'pixels']);
});

test('what is neither is refused by its bytes, and what is too large by its size', async () => {
  const program = Buffer.from('MZ\u0090\u0000 this program cannot be run');
  assert.equal((await send(program, 'image/png', 'wall.png')).body.error, 'fileFormat');
  assert.equal((await send(program, 'application/octet-stream', 'wall.svg')).body.error, 'fileFormat');
  assert.equal((await send('%PDF-1.7', 'application/pdf', 'plan.pdf')).body.error, 'fileFormat');
  const damaged = await send(png.subarray(0, 20), 'image/png', 'half.png');
  assert.deepEqual([damaged.body.error, damaged.body.detail.fault], ['fileDamaged', 'picture']);
  const long = svg(`<path d="${'M0 0'.repeat(drawingLimits.svgBytes / 4)}"/>`);
  assert.equal((await send(long)).body.error, 'fileTooLarge');
  const large = Buffer.concat([png, Buffer.alloc(drawingLimits.bytes)]);
  assert.equal((await send(large, 'image/png', 'large.png')).body.error, 'fileTooLarge');
});

describe('a DXF as a drawing', () => {
  /** A wall of 20 by 8 m at the chainage 100, with words. */
  const dxf = (unit: number | null, factor = 1, across = 20): Buffer => {
    const at = (x: number, y: number): [string, string][] => [
      ['10', `${x * factor}`],
      ['20', `${y * factor}`],
    ];
    const corners = [
      [100, 50],
      [100 + across, 50],
      [100 + across, 58],
      [100, 58],
    ].flatMap(([x = 0, y = 0]) => at(x, y));
    const codes: [string, string][] = [
      ...([
        ['0', 'SECTION'],
        ['2', 'HEADER'],
      ] as [string, string][]),
      ...(unit === null
        ? []
        : ([
            ['9', '$INSUNITS'],
            ['70', `${unit}`],
          ] as [string, string][])),
      ...([
        ['0', 'ENDSEC'],
        ['0', 'SECTION'],
        ['2', 'ENTITIES'],
      ] as [string, string][]),
      ...([
        ['0', 'LWPOLYLINE'],
        ['8', 'Wall'],
        ['90', '4'],
        ['70', '1'],
      ] as [string, string][]),
      ...corners,
      ...([['0', 'TEXT'], ['8', '0'], ...at(102, 52), ['40', `${factor}`], ['1', 'Wall <b>&']] as [string, string][]),
      ...([
        ['0', 'ENDSEC'],
        ['0', 'EOF'],
      ] as [string, string][]),
    ];
    return Buffer.from(codes.flat().join('\r\n'));
  };
  const sent = (bytes: Buffer) => send(bytes, 'application/octet-stream', 'wall.dxf');

  test('is drawn in the colours of the theme, to the scale that its own unit gives', async () => {
    for (const [unit, factor] of [
      [6, 1],
      [4, 1_000],
    ] as const) {
      const { body } = await sent(dxf(unit, factor));
      const { drawing } = body;
      const [version] = drawing.versions;
      assert.deepEqual([version!.format, version!.isThemed, version!.fileName], ['svg', true, 'wall.dxf']);
      const scale = drawing.scale!;
      const corner = placeAt(scale, { across: 100, up: 58 })!;
      // A margin of two per cent of the longer side.
      assert.ok(
        Math.abs(corner.x - 0.4 / 20.8) < 1e-6 && Math.abs(corner.y - 0.4 / 8.8) < 1e-6,
        JSON.stringify(corner),
      );
      const path = `/structures/${structureId}/drawings/${drawing.id}/versions/${version!.id}/content`;
      const text = (await fetchFile(server, path, token)).bytes.toString();
      assert.match(text, /<path class="pl-thin" d="M38\.46 /);
      assert.match(text, />Wall &#60;b&#62;&#38;</);
    }
  });

  test('without a unit is not to scale; binary, damaged or without anything in it, it is refused', async () => {
    assert.equal((await sent(dxf(null))).body.drawing.scale, null);
    for (const [bytes, fault] of [
      [Buffer.from('AutoCAD Binary DXF\r\n\x1a\0'), 'dxfBinary'],
      [dxf(6).subarray(0, 200), 'dxf'],
      [Buffer.from('0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n'), 'empty'],
    ] as const) {
      const { body } = await sent(bytes);
      assert.equal(body.detail.fault, fault);
    }
  });

  test('that says that it is wider than its drawing does not take its place: points would lie elsewhere', async () => {
    const { drawing } = (await sent(dxf(6))).body;
    const replace = (bytes: Buffer) =>
      sendFile(server, drawings.replace, { structureId, drawingId: drawing.id }, token, {
        bytes,
        name: 'wall.dxf',
        type: 'application/octet-stream',
      });
    // The same shape in other metres.
    const smaller = Buffer.from(dxf(6).toString().replace('70\r\n6', '70\r\n2'));
    const { body } = await replace(smaller);
    assert.deepEqual([body.error, body.detail.fault], ['drawingRefused', 'extent']);
    assert.equal((await replace(dxf(4, 1_000))).status, 200, 'the same wall in millimetres');
  });
});
