import i18next, { type TFunction } from 'i18next';

/**
 * What a contract schema has against a value, in the reader's language. The same schema judges on the server, so the
 * two can never disagree. A schema's own message is a key of forms.json (`passwordUpper`); else the issue code speaks.
 */
export interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly origin?: string;
  readonly input?: unknown;
}

export function issueWords(issue: Issue, t: TFunction): string {
  if (/^\w+$/.test(issue.message) && i18next.exists(`forms:issue.${issue.message}`))
    return t(`forms:issue.${issue.message}`);
  const text = issue.origin === 'string';
  switch (issue.code) {
    case 'too_small':
      if (text && Number(issue.minimum) <= 1) return t('forms:issue.required');
      return text
        ? t('forms:issue.tooShort', { count: Number(issue.minimum) })
        : t('forms:issue.tooSmall', { minimum: Number(issue.minimum) });
    case 'too_big':
      return text
        ? t('forms:issue.tooLong', { count: Number(issue.maximum) })
        : t('forms:issue.tooBig', { maximum: Number(issue.maximum) });
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? t('forms:issue.required')
        : t('forms:issue.wrongKind');
    case 'invalid_value':
      return t('forms:issue.choose');
    case 'invalid_format':
      return t('forms:issue.format');
    default:
      return t('forms:issue.wrong');
  }
}
