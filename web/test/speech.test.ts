import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voiceFor } from '../src/kernel/speech.ts';

const voice = (lang: string, localService = true) => ({ lang, localService });

test('an alert is read out by a voice of its language: of the own region first, of this machine before one of a server', () => {
  const voices = [voice('en-GB'), voice('zh-TW', false), voice('zh_CN', false), voice('zh-CN'), voice('en-US', false)];
  assert.equal(voiceFor(voices, 'zh-CN'), voices[3]);
  assert.equal(voiceFor(voices, 'zh-TW'), voices[1]);
  assert.equal(voiceFor(voices, 'en'), voices[0]);
  // A voice of another language would read nonsense.
  assert.equal(voiceFor([voice('de-DE')], 'en'), null);
  assert.equal(voiceFor([], 'zh-CN'), null);
});
