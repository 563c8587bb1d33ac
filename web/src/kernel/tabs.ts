import * as session from './session.ts';

/**
 * One session for the tabs of a browser. A tab that opens without a token asks the others, and whoever is signed in hands
 * theirs over; who signs out in one tab is signed out in all. Nothing lasts longer for it: each tab's copy lies in its own
 * sessionStorage, and with the last tab the session is gone unless the person asked to stay signed in.
 */
type Message =
  | { readonly kind: 'ask' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'left'; readonly token: string };

const channelName = 'plumbline.session';
/** Before the first drawing: a tab answers within a few milliseconds, and who has no other tab waits this long. */
const answerMs = 150;

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
const send = (message: Message): void => channel?.postMessage(message);

/**
 * Takes the token of another tab, where this one has none. Gives whether it has one now. An answer that comes later, from a
 * tab on a busy machine, is handed to `onLate` as long as nobody has signed in here.
 */
export function tokenFromOtherTab(onLate: () => void): Promise<boolean> {
  if (session.token() !== null || channel === null) return Promise.resolve(session.token() !== null);
  return new Promise((resolve) => {
    let waits = true;
    const listen = ({ data }: MessageEvent<Message>): void => {
      if (data.kind !== 'token') return;
      channel.removeEventListener('message', listen);
      if (session.token() !== null || session.whyEnded() !== null) return;
      session.keepToken(data.token, false);
      if (waits) resolve(true);
      else onLate();
    };
    channel.addEventListener('message', listen);
    setTimeout(() => {
      waits = false;
      resolve(session.token() !== null);
    }, answerMs);
    send({ kind: 'ask' });
  });
}

/** Answers the other tabs, and follows them when they leave. Returns how to stop. */
export function shareSession(): () => void {
  const listen = ({ data }: MessageEvent<Message>): void => {
    const token = session.token();
    if (token === null) return;
    // What an administrator sees as somebody else stays in its own tab.
    if (data.kind === 'ask' && session.current()?.viewer === null) send({ kind: 'token', token });
    if (data.kind === 'left' && data.token === token) session.leave();
  };
  channel?.addEventListener('message', listen);
  return () => channel?.removeEventListener('message', listen);
}

/** The person signed out here: in the other tabs too. */
export const leaveEverywhere = (token: string): void => send({ kind: 'left', token });
