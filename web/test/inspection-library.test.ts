/** Ready templates of inspections: what each makes is taken by the contract as it is, in every language, with every word there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languages } from '@plumbline/contract/kernel/constants';
import { judgeAnswer, Questions } from '@plumbline/contract/points/inspections.questions';
import type { TFunction } from 'i18next';
import { libraryKinds, libraryTemplate } from '../src/features/points/inspection-library/library.parts.ts';

interface Words {
  readonly [key: string]: string | Words;
}
function wordsIn(language: string): TFunction {
  const path = new URL(`../src/languages/${language}/points/inspectionLibrary.json`, import.meta.url);
  const words = JSON.parse(readFileSync(path, 'utf8')) as Words;
  const read = (key: string): string => {
    let entry: string | Words | undefined = words;
    for (const part of key.replace('inspectionLibrary:', '').split('.'))
      entry = typeof entry === 'object' ? entry[part] : undefined;
    assert.equal(typeof entry, 'string', `${language}: ${key}`);
    return entry as string;
  };
  return read as unknown as TFunction;
}

for (const language of languages)
  test(`each template of the library is one that can be saved, in ${language}`, () => {
    const names = libraryKinds.map((kind) => {
      const { name, questions } = libraryTemplate(kind, wordsIn(language));
      const parsed = Questions.parse(questions);
      assert.deepEqual(parsed, questions, `${kind}: nothing is left to be filled in`);
      assert.equal(parsed.at(-1)?.kind, 'signature');
      const answer = { strokes: [], note: '', isCopied: false };
      for (const question of parsed.filter(({ kind: of }) => of === 'choice')) {
        const judged = question.options.map(({ label }) => judgeAnswer(question, { ...answer, value: label }, 0));
        assert.deepEqual(judged, ['passed', 'fault'], question.label);
      }
      return name;
    });
    assert.equal(new Set(names).size, libraryKinds.length);
  });
