import i18next, { type TFunction } from 'i18next';
import { asLevel, levelName } from '../kernel/levels.ts';
import { wordKey } from '../kernel/words.ts';

/**
 * Issues that a contract schema finds in a value, in the reader's language. The same schema judges on the server, so
 * the two can never disagree. A schema's own message is a key of forms.json (`passwordUpper`); else the issue code
 * speaks.
 */
export interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  /** A text where the bound is said with its unit. */
  readonly minimum?: number | bigint | string;
  readonly maximum?: number | bigint | string;
  readonly origin?: string;
  /** What kind of value the schema wants: `number`, `int`. */
  readonly expected?: string;
  readonly input?: unknown;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

const isPresent = (input: unknown): boolean => input !== undefined && input !== null && input !== '';

export function issueWords(issue: Issue, t: TFunction): string {
  const exact = exactWords(issue, t);
  if (exact !== null) return exact;
  if (/^\w+$/.test(issue.message) && i18next.exists(`forms:issue.${issue.message}`))
    return t(wordKey(`forms:issue.${issue.message}`));
  const text = issue.origin === 'string';
  const axis = issue.path.at(-1);
  if ((axis === 'latitude' || axis === 'longitude') && issue.code !== 'custom' && isPresent(issue.input))
    return t(`forms:issue.${axis}`);
  switch (issue.code) {
    case 'too_small':
      if (text && Number(issue.minimum) <= 1) return t('forms:issue.required');
      return text
        ? t('forms:issue.tooShort', { count: Number(issue.minimum) })
        : t('forms:issue.tooSmall', { minimum: issue.minimum });
    case 'too_big':
      return text
        ? t('forms:issue.tooLong', { count: Number(issue.maximum) })
        : t('forms:issue.tooBig', { maximum: issue.maximum });
    case 'invalid_type':
      if (!isPresent(issue.input)) return t('forms:issue.required');
      if (issue.expected === 'int') return t('forms:issue.notWhole');
      return issue.expected === 'number' ? t('forms:issue.notNumber') : t('forms:issue.wrongKind');
    case 'invalid_value':
      return t('forms:issue.choose');
    case 'invalid_format':
      return issue.input === '' ? t('forms:issue.required') : t('forms:issue.format');
    default:
      return t('forms:issue.wrong');
  }
}

/** Issues that say more than their name: which level, which line. The server's list of issues has no room for it. */
function exactWords({ message, params }: Issue, t: TFunction): string | null {
  if (!params) return null;
  if (message === 'thresholdsNotAscending') {
    const name = (level: unknown): string => t(`common:level.${levelName(asLevel(Number(level)))}`);
    return params.below === 0
      ? t('forms:issue.thresholdsFirstLow', { level: name(params.level) })
      : t('forms:issue.thresholdsLevelLow', {
          level: name(params.level),
          below: name(params.below),
          limit: params.limit,
        });
  }
  if (message === 'jsonIllegal') return t('forms:issue.jsonIllegalAt', { line: params.line, column: params.column });
  return null;
}
