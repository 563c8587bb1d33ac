import { CheckOutlined, WarningOutlined } from '@ant-design/icons';
import { jsonFault } from '@plumbline/contract/kernel/json-text';
import { Button, Input } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';

/** JSON: a text that is judged while one types; what is wrong is said with its line and column, and one jump leads there. */
export default function JsonInput({ id, value, onChange, placeholder, disabled, wrong }: InputProps<string>) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const text = value ?? '';
  const fault = text.trim() === '' ? null : jsonFault(text);
  const jump = (): void => {
    const area = place.current?.querySelector('textarea');
    if (!area || !fault) return;
    const before = text
      .split('\n')
      .slice(0, fault.line - 1)
      .reduce((sum, line) => sum + line.length + 1, 0);
    const offset = before + fault.column - 1;
    area.focus();
    area.setSelectionRange(offset, Math.min(offset + 1, text.length));
  };
  return (
    <div ref={place} className="pl-json">
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        {...(placeholder === undefined ? {} : { placeholder })}
        className="pl-mono"
        autoSize={{ minRows: 4, maxRows: 18 }}
        spellCheck={false}
        value={text}
        disabled={disabled}
        status={fault ? 'error' : ''}
        onChange={(event) => onChange(event.target.value)}
      />
      {text.trim() !== '' && (
        <div className="pl-row pl-sm">
          {fault ? (
            <button type="button" className="pl-link pl-row tight pl-wrong" onClick={jump}>
              <WarningOutlined />
              {wrong
                ? t('forms:json.jump')
                : t(`forms:json.${fault.found}`, { line: fault.line, column: fault.column })}
            </button>
          ) : (
            <span className="pl-row tight pl-3">
              <CheckOutlined />
              {t('forms:json.legal')}
            </span>
          )}
          <span className="pl-gap" />
          <Button
            type="link"
            size="small"
            disabled={fault !== null || disabled}
            onClick={() => onChange(JSON.stringify(JSON.parse(text), null, 2))}
          >
            {t('forms:json.tidy')}
          </Button>
        </div>
      )}
    </div>
  );
}
