/** What a failure is thrown with holds every variable of its words: none is shown as `{{retryAfterSeconds}}`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync, Visitor } from 'rolldown/utils';

const root = join(import.meta.dirname, '../..');
const words = JSON.parse(readFileSync(join(root, 'web/src/languages/en/kernel/errors.json'), 'utf8')) as Record<
  string,
  string
>;

const variablesOf = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');

interface Thrown {
  readonly name: string;
  /** Names of what it is thrown with; null = that is made elsewhere. */
  readonly given: readonly string[] | null;
  /** Which of its words: a text that stands there, null = none, undefined = made elsewhere. */
  readonly fault: string | null | undefined;
  readonly line: number;
}

/** Every `new Failure('name', { ... })` of a program's text. */
function failuresIn(path: string, text: string): Thrown[] {
  const found: Thrown[] = [];
  new Visitor({
    NewExpression(node) {
      const { callee } = node;
      const [name, detail] = node.arguments;
      if (callee.type !== 'Identifier' || callee.name !== 'Failure') return;
      if (name?.type !== 'Literal' || typeof name.value !== 'string') return;
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ name: name.value, ...givenIn(detail), line });
    },
  }).visit(parseSync(path, text).program);
  return found;
}

type Argument = Parameters<
  NonNullable<ConstructorParameters<typeof Visitor>[0]['NewExpression']>
>[0]['arguments'][number];

function givenIn(detail: Argument | undefined): Pick<Thrown, 'given' | 'fault'> {
  if (detail === undefined) return { given: [], fault: null };
  if (detail.type !== 'ObjectExpression') return { given: null, fault: undefined };
  const given: string[] = [];
  let fault: string | null | undefined = null;
  for (const property of detail.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return { given: null, fault: undefined };
    const { name } = property.key;
    given.push(name);
    const { value } = property;
    if (name === 'fault') fault = value.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;
  }
  return { given, fault };
}

/** The variables that are missing. */
function missingOf({ name, given, fault }: Thrown): string[] {
  if (given === null || fault === undefined) return [];
  const text = (fault !== null && words[`${name}_${fault}`]) || words[name] || words[`${name}_other`];
  return variablesOf(text).filter((variable) => !given.includes(variable));
}

test('every failure is thrown with the variables of its words', () => {
  const faults: string[] = [];
  let compared = 0;
  for (const path of globSync('{server,contract,web}/src/**/*.{ts,tsx}', { cwd: root })) {
    if (path.endsWith('.test.ts')) continue;
    const text = readFileSync(join(root, path), 'utf8');
    if (!text.includes('new Failure(')) continue;
    for (const thrown of failuresIn(path, text)) {
      compared++;
      for (const variable of missingOf(thrown)) faults.push(`${path}:${thrown.line} ${thrown.name} lacks ${variable}`);
    }
  }
  assert.ok(compared > 600, `${compared} failures`);
  assert.deepEqual(faults, []);
});

test('a failure that lacks a variable is found', () => {
  const found = failuresIn(
    'x.ts',
    "throw new Failure('tooMany', { most: 3 }); throw new Failure('tooMany', { ...rest });",
  );
  assert.deepEqual(found.map(missingOf), [['retryAfterSeconds'], []]);
});
