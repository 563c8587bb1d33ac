/** A single sign-on that this tab has begun: it is taken up once, when the provider sends the browser back. */
export interface Begun {
  readonly challenge: string;
  /** Where one wanted to be. */
  readonly path: string;
}
const key = 'plumbline.sso';

export const keepBegun = (begun: Begun): void => sessionStorage.setItem(key, JSON.stringify(begun));

/** Stays: what is read while a page is drawn may be read again. */
export function readBegun(): Begun | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Begun);
}
export const forgetBegun = (): void => sessionStorage.removeItem(key);
