/** A message on its way out, and what the other side made of it. */

import type { Language } from '@plumbline/contract/kernel/constants';
import type { Channel, SmsVariable } from '@plumbline/contract/messages/channels';
import type { Outbound } from '../../../../kernel/outbound.ts';
import type { Plugins } from '../../../platform/plugins/plugins.api.ts';

/** A channel with its secrets open: in memory alone, while something is sent. */
export interface ReadyChannel extends Omit<Channel, 'callbackUrl'> {
  readonly secret: string;
  readonly url: string;
  /** Of a chat app: what its vendor signs with. */
  readonly signingSecret: string;
  /** activeCustomSms: its SMS say what its template says. */
  readonly customText: boolean;
}

/** PNG, denser than it is shown. */
export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** What it shows, for who does not see it. */
  readonly words: string;
}

/** Sender of a message as people without an account know it: its name, and its logo as JPEG with the size at which it is shown. */
export interface MessageBrand {
  readonly title: string;
  readonly logo: { readonly jpeg: Uint8Array; readonly width: number; readonly height: number } | null;
}

export interface Outgoing {
  /** The same at every try. */
  readonly key: string;
  /** '' = a hook, which is its own recipient. */
  readonly to: string;
  readonly language: Language;
  readonly title: string;
  /** Name and value of each line. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Where it is shown in Plumbline. */
  readonly link: string;
  readonly linkWords: string;
  readonly foot: string;
  readonly variables: Readonly<Record<SmsVariable, string>>;
  /** Shorter ways of saying a variable, for vendors that take few signs of one: longest first. */
  readonly shorter?: Readonly<Partial<Record<SmsVariable, readonly string[]>>>;
  /** What an SMS or a call says that is about no single value, where the vendor takes any text. */
  readonly plainText?: string;
  /** What a voice reads out in a call, where the vendor takes any text: nothing that one would have to write down. */
  readonly spoken?: string;
  /** Key of a telephone by which what a call is about is acknowledged: the words that say so, and where the vendor tells of it. */
  readonly keyPress?: { readonly words: string; readonly url: string };
  /** Of a message that brings a verification code: a vendor's template is that for codes, with this in it. */
  readonly code?: string;
  /** Where an SMS of any text leads; short, because it counts as text. */
  readonly shortLink?: string;
  /** What it is about is so grave: the colour that an e-mail begins with; null, or absent = of no level. */
  readonly level?: number | null;
  /** What an e-mail shows below its lines. */
  readonly picture?: Picture;
  /** Of a message that a chat app posts: what stands on it besides, and changes as the alerts go on. */
  readonly card?: Card;
  /** Absent = the product's own; an e-mail begins with it and bears its name as that of the sender. */
  readonly brand?: MessageBrand;
  /** What a webhook is told: numbers as numbers, times in UTC. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Parts of a message that can be edited where it was posted. */
export interface Card {
  /** How its alerts went on, each of what happened to some or all of them: who, when, verdict, reason. */
  readonly outcomes: readonly { readonly title: string; readonly details: string }[];
  /** Words of the button by which its alerts are acknowledged; null = there is nothing left to acknowledge. */
  readonly acknowledge: string | null;
  /** open = somebody has to look; over = every alert of it is settled or withdrawn. */
  readonly tone: 'open' | 'acknowledged' | 'over';
}

/** `final` = it would be refused again, however often it is tried. */
export type Outcome =
  | { readonly accepted: true; readonly answer: string }
  | { readonly accepted: false; readonly final: boolean; readonly answer: string };

/** By what messages leave this process. */
export interface Ways {
  readonly outbound: Outbound;
  readonly plugins: Pick<Plugins, 'request' | 'outcome'>;
}

/** Sends a message by a channel of one kind. */
export type Send = (outbound: Outbound, channel: ReadyChannel, message: Outgoing, now: Date) => Promise<Outcome>;

const longest = 500;
/** Returns the answer of the other side, on one line and not too long of it. */
export const brief = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, longest);

/** Returns what stands between a name and what is said of it. */
export const colonOf = ({ language }: Pick<Outgoing, 'language'>): string => (language === 'en' ? ': ' : '：');
