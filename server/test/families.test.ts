/** The contract's families and the recipes of science are two views of one catalogue: here they meet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Family, families, familyCodes, fieldsOf } from '@plumbline/contract/points/families';
import { recipe, recipeFamilies, recipeFields, recipeModes } from '@plumbline/science/sensors/recipes';

test('both know the same families', () => assert.deepEqual([...recipeFamilies].sort(), [...familyCodes].sort()));

for (const code of familyCodes) {
  const family: Family = families[code];

  test(`${code}: the same fields in the same stored order, without nodes and with three`, () => {
    assert.equal(family.code, code);
    for (const nodes of [0, 1, 3]) {
      assert.deepEqual(
        recipeFields(code, nodes),
        fieldsOf(code, nodes).map((field) => field.key),
      );
    }
    const keys = recipeFields(code, 3);
    assert.equal(new Set(keys).size, keys.length, 'each key once');
  });

  test(`${code}: every sensor mode offered has a recipe that gives every field, null when nothing was measured`, () => {
    assert.deepEqual([...recipeModes(code)].sort(), [...family.modes].sort());
    for (const mode of family.modes) {
      const nodeCount = family.nodeFields ? 2 : 0;
      const { convert, quantities } = recipe({ family: code, mode, parameters: {}, nodeCount });
      assert.ok(quantities.length > 0, `mode ${mode} asks for something`);
      const values = convert({});
      assert.deepEqual(Object.keys(values).sort(), [...recipeFields(code, nodeCount)].sort(), `mode ${mode}`);
      for (const [key, value] of Object.entries(values)) assert.equal(value, null, `mode ${mode}, ${key}`);
    }
  });
}
