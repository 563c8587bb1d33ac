/** Has the service worker keep the files of this page, so that it opens without a network (web/public/worker.js). */
import { to } from '../../../app/paths.ts';
import { rememberedLanguage } from '../../../kernel/remembered-language.ts';

/** `insecure` = the page came without TLS, and browsers then keep nothing; `failed` = not now. */
export type Keeping = 'kept' | 'insecure' | 'unsupported' | 'failed';
const answerMs = 60_000;

const namedIn = (selector: string): string[] =>
  Array.from(
    document.querySelectorAll(selector),
    (each) => each.getAttribute('src') ?? each.getAttribute('href') ?? '',
  );

/** What index.html names, what this page and its words are made of, and the typefaces that it has shown, each once. */
function filesOfPage(): string[] {
  const named = namedIn(
    'script[type=module][src],link[rel=stylesheet],link[rel=modulepreload],link[rel~=icon],link[rel=manifest]',
  );
  const address = location.hash.slice(1).split('?', 1)[0] ?? '';
  // Beside it the page that stands for all others without a network.
  const ofPage = [address, to('NoNetwork')].flatMap((each) => window.filesAt?.(each, rememberedLanguage()) ?? []);
  const fonts = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\.woff2$/.test(name) && name.startsWith(location.origin));
  return [...new Set([...named, ...ofPage, ...fonts].map((file) => new URL(file, document.baseURI).href))];
}

export async function keepFiles(): Promise<Keeping> {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator)) return 'unsupported';
  try {
    await navigator.serviceWorker.register('./worker.js');
    const { active } = await navigator.serviceWorker.ready;
    // The browser may clear what nobody asked it to keep.
    void navigator.storage?.persist?.().catch(() => false);
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<Keeping>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<{ isStored: boolean }>) => resolve(data.isStored ? 'kept' : 'failed');
      setTimeout(resolve, answerMs, 'failed');
    });
    // By its name the worker knows whether the server still has the page that asks.
    const script = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
    active?.postMessage({ keep: filesOfPage(), script }, [port2]);
    return await answer;
  } catch {
    return 'failed';
  }
}
