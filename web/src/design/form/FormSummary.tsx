import './form.css';
import { WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../kernel/failures.ts';

/** Shows what is wrong with the form as a whole: the fields by name, each a way to it, and what the server said. */
export function FormSummary({
  wrong,
  failure,
  onJump,
}: {
  wrong: readonly { readonly prop: string; readonly label: ReactNode }[];
  failure: unknown;
  onJump: (prop: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {/* One field alone says it itself, and has the focus. */}
      {wrong.length > 1 && (
        <div role="alert" className="pl-form-summary">
          <WarningOutlined />
          <span>
            {t('forms:summary', { count: wrong.length })}{' '}
            {wrong.map(({ prop, label }, i) => (
              <span key={prop}>
                {i > 0 && ' · '}
                <button type="button" className="pl-link" onClick={() => onJump(prop)}>
                  {label}
                </button>
              </span>
            ))}
          </span>
        </div>
      )}
      {failure !== null && (
        <p role="alert" className="pl-row pl-form-failure">
          <WarningOutlined />
          {wordsOf(failure, t).words}
        </p>
      )}
    </>
  );
}
