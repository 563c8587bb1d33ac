/**
 * Browser and system as the header User-Agent names them: enough for people to recognize their own devices. Whoever signs in
 * chooses that text, so nothing is decided by it.
 */
export interface Program {
  /** With its main version, `Firefox 140`; null = not known. */
  readonly browser: string | null;
  readonly system: string | null;
}

/** In this order: Edge calls itself Chrome too, Chrome calls itself Safari. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
  ['curl', /^curl\/(\d+)/],
  ['Python', /^python-(?:requests|httpx|urllib3?)\/(\d+)/i],
  ['Node.js', /^node(?:$|\/(\d+))/],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iPad', /iPad/],
  ['iPhone', /iPhone/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
];

export function programOf(agent: string): Program {
  const browser = browsers.find(([, pattern]) => pattern.test(agent));
  const version = browser?.[1].exec(agent)?.[1];
  return {
    browser: browser ? [browser[0], version].filter(Boolean).join(' ') : null,
    system: systems.find(([, pattern]) => pattern.test(agent))?.[0] ?? null,
  };
}
