/** Map layers in the web: how they are drawn in each theme, and how their order changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { themes } from '@plumbline/contract/kernel/constants';
import { layerKinds } from '@plumbline/contract/site/layers';
import { tokens } from '../src/design/tokens.ts';
import { movedLayer } from '../src/features/site/layers/layer-order.ts';
import { nameLayers, type SiteLayer, surfaceLayers } from '../src/maps/site-layers.ts';

const of = (kind: SiteLayer['kind'], opacity = 1): SiteLayer => ({
  id: `1-${kind}`,
  kind,
  opacity,
  data: { type: 'FeatureCollection', features: [] },
});

test('every kind is drawn in every theme, in colours of the map and never in those of a level', () => {
  for (const theme of themes) {
    const own = tokens[theme];
    const levels = Object.entries(own).flatMap(([name, value]) => (/^lv\d/.test(name) ? [value.toLowerCase()] : []));
    assert.ok(levels.length > 4, `${levels.length} colours of levels`);
    for (const kind of layerKinds) {
      const drawn = [...surfaceLayers(of(kind), own), ...nameLayers(of(kind), own)];
      assert.equal(new Set(drawn.map(({ id }) => id)).size, drawn.length);
      const colours = drawn.flatMap(({ paint = {} }) =>
        Object.entries(paint).flatMap(([name, value]) => (name.endsWith('color') ? [String(value).toLowerCase()] : [])),
      );
      assert.ok(colours.length >= 2, `${kind} has no colour`);
      for (const colour of colours) {
        assert.match(colour, /^#[\da-f]{6}$/, `${theme} ${kind}`);
        assert.ok(!levels.includes(colour), `${theme} ${kind} is drawn in the colour of a level`);
      }
    }
  }
});

test('a faded layer is faded in all of its parts', () => {
  for (const kind of layerKinds) {
    const opacities = [
      ...surfaceLayers(of(kind, 0.5), tokens.default),
      ...nameLayers(of(kind, 0.5), tokens.default),
    ].flatMap(({ paint = {} }) =>
      Object.entries(paint).flatMap(([name, value]) => (name.endsWith('opacity') ? [Number(value)] : [])),
    );
    assert.ok(opacities.length > 0 && opacities.every((each) => each <= 0.5), `${kind}: ${opacities.join(' ')}`);
  }
});

test('a layer moves up and down by one place, and not beyond the ends', () => {
  assert.deepEqual(movedLayer([1, 2, 3], 2, 1), [1, 3, 2]);
  assert.deepEqual(movedLayer([1, 2, 3], 2, -1), [2, 1, 3]);
  assert.equal(movedLayer([1, 2, 3], 3, 1), null);
  assert.equal(movedLayer([1, 2, 3], 9, 1), null);
});
