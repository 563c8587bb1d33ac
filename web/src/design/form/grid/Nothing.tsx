import type { ClipboardEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../States.tsx';

/** A grid without a row: what to do; rows can be pasted into it. Or every row put right, while only wrong ones show. */
export function Nothing({
  filtered,
  readOnly,
  onPaste,
  onFocus,
}: {
  filtered: boolean;
  readOnly: boolean;
  onPaste: ClipboardEventHandler<HTMLTextAreaElement>;
  onFocus: (focused: boolean) => void;
}) {
  const { t } = useTranslation();
  if (filtered)
    return (
      <div className="nothing">
        <Empty title={t('forms:grid.noWrong')} />
      </div>
    );
  return (
    <div className="nothing">
      <Empty title={t('forms:grid.empty')} why={readOnly ? undefined : t('forms:grid.emptyWhy')} />
      <textarea
        className="paste-here"
        aria-label={t('forms:grid.emptyWhy')}
        value=""
        onChange={() => undefined}
        onFocus={() => onFocus(true)}
        onBlur={() => onFocus(false)}
        onPaste={onPaste}
        readOnly={readOnly}
      />
    </div>
  );
}
