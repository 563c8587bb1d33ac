/** Alerts read out by the voices of the browser, which come from the system that it runs on. */
import type { Language } from '@plumbline/contract/kernel/constants';

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>;

/** The voice of a language: of its own region before that of another, one of this machine before one of a server. Null = none. */
export function voiceFor<V extends Voice>(voices: readonly V[], language: Language): V | null {
  const [tongue] = language.split('-');
  const tag = (voice: Voice): string => voice.lang.replace('_', '-');
  const rank = (voice: Voice): number => (tag(voice) === language ? 2 : 0) + (voice.localService ? 1 : 0);
  return (
    voices
      .filter((voice) => tag(voice).split('-')[0] === tongue)
      .toSorted((a, b) => rank(b) - rank(a))
      .at(0) ?? null
  );
}

/** The voices, which a browser may list only a moment after it was first asked. */
async function voicesOf(speech: SpeechSynthesis): Promise<readonly SpeechSynthesisVoice[]> {
  const voices = speech.getVoices();
  if (voices.length > 0) return voices;
  await new Promise((resolve) => {
    speech.addEventListener('voiceschanged', resolve, { once: true });
    setTimeout(resolve, 1_000);
  });
  return speech.getVoices();
}

/** Reads an alert out. Where one is being read and another waits, both give way to it. False where there is no voice of the language. */
export async function readOut(
  { words, language }: { readonly words: string; readonly language: Language },
  volume: number,
): Promise<boolean> {
  const voice = voiceFor(await voicesOf(speechSynthesis), language);
  if (!voice) return false;
  const utterance = new SpeechSynthesisUtterance(words);
  Object.assign(utterance, { voice, lang: voice.lang, volume });
  if (speechSynthesis.pending) speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
  return true;
}
