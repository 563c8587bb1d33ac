/**
 * What a vendor, mail server or robot answered, told apart for people: taken or refused, why in groups that one can act on, and the
 * vendor's own code. Pure. What is not recognised keeps its code alone.
 */
import { type DeliveryState, discardedBy } from '@plumbline/contract/alerts/deliveries';

/** Groups of reasons: wrong key or token, nobody there, too many at once, a fault of the vendor, not reached, no answer in time, not allowed to leave. */
export const answerReasons = ['access', 'recipient', 'tooMany', 'fault', 'unreachable', 'timeout', 'outbound'] as const;
export type AnswerReason = (typeof answerReasons)[number];

export interface VendorAnswer {
  readonly isAccepted: boolean;
  /** null = the code says no more. */
  readonly reason: AnswerReason | null;
  /** '' = there is none. */
  readonly code: string;
}

/** By the code of the vendor, whoever it is: their codes do not overlap. */
const groupsByCode: readonly (readonly [AnswerReason, RegExp])[] = [
  ['unreachable', /^(E(CONN\w+|NOTFOUND|HOSTUNREACH|NETUNREACH|AI_AGAIN|PIPE)|UND_ERR_(SOCKET|CONNECT\w*))$/],
  ['timeout', /^(ETIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT|timeout)$/],
  ['outbound', /^outbound$/],
  [
    'access',
    /^(HTTP 40[13]|invalid_auth|not_authed|account_inactive|token_(revoked|expired)|missing_scope|20003|10014|9999166\d|93000|310000|19021|53[045]|InvalidAccessKeyId.*|SignatureDoesNotMatch|AuthFailure.*)$/,
  ],
  [
    'recipient',
    /^(HTTP 4(04|10)|channel_not_found|not_in_channel|is_archived|230002|21211|21614|55[013]|isv\.MOBILE_NUMBER_ILLEGAL|FailedOperation\.PhoneNumberInBlacklist|InvalidParameterValue\.IncorrectPhoneNumber)$/,
  ],
  [
    'tooMany',
    /^(HTTP 429|rate_?limited|45009|130101|9499|11232|230020|99991400|isv\.BUSINESS_LIMIT_CONTROL|LimitExceeded.*|RequestLimitExceeded.*|45[02])$/,
  ],
  ['fault', /^(HTTP 5\d\d|internal_error|fatal_error|service_unavailable|InternalError.*|421)$/],
];

/** The code in an answer of any vendor: in its JSON, before a colon, of SMTP, after the status of HTTP, or that status. */
function codeIn(answer: string): string {
  if (/^outbound call refused/.test(answer)) return 'outbound';
  if (/\b(timeout|timed out|aborted)\b/i.test(answer)) return 'timeout';
  const [, network] =
    /\b(E(?:CONN[A-Z]+|NOTFOUND|HOSTUNREACH|NETUNREACH|TIMEDOUT|AI_AGAIN|PIPE)|UND_ERR_\w+)\b/.exec(answer) ?? [];
  if (network !== undefined && !answer.startsWith('HTTP')) return network;
  const [, json] = /"(?:errcode|code|Code|error|StatusCode)"\s*:\s*"?([\w.]+)/.exec(answer) ?? [];
  if (json !== undefined && !/^(0|OK)$/.test(json)) return json;
  const [, status, next] = /^HTTP (\d{3})(?: ([a-z_]+|\d{4,8})\b)?/.exec(answer) ?? [];
  if (next !== undefined && next !== 'ok') return next;
  if (status !== undefined) return `HTTP ${status}`;
  return /^([A-Za-z][\w.]*(?:\.\w+|_\w+|[A-Z]))(?=:)/.exec(answer)?.[1] ?? /^(\d{3})[ -]/.exec(answer)?.[1] ?? '';
}

interface Answered {
  readonly state: DeliveryState;
  readonly answer: string;
}

/** Returns whether the answer is that of a vendor, and not a word of this product. */
export const isOfVendor = ({ state, answer }: Answered): boolean =>
  answer !== '' && (state === 'sent' || state === 'failed' || state === 'queued') && !answer.startsWith(discardedBy);

/** Returns what an answer says; null = there is none, or it is about no vendor. */
export function readAnswer(answered: Answered): VendorAnswer | null {
  if (!isOfVendor(answered)) return null;
  if (answered.state === 'sent') return { isAccepted: true, reason: null, code: '' };
  const code = codeIn(answered.answer);
  const reason = groupsByCode.find(([, form]) => form.test(code))?.[0] ?? null;
  return { isAccepted: false, reason, code: code === 'outbound' || code === 'timeout' ? '' : code };
}
