import { points } from '@plumbline/contract/points/points';
import { levelPaths, pointPaths, reportPaths } from '@plumbline/contract/reports/templates.placeholders';
import { Input, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOptions } from '../../../design/form/use-options.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { copyText } from '../../../kernel/clipboard.ts';
import { useProject } from '../../../kernel/project.tsx';

type TextField = HTMLInputElement | HTMLTextAreaElement;
const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type === 'text' && target.role !== 'combobox');

/** Writes at the cursor as if it had been typed, so that whoever listens to the field hears of it. */
function typeInto(field: TextField, placeholder: string): void {
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  // Fields drop the blank that they end with when they are left.
  const words = /[\p{Script=Latin}\d,.:;]$/u.test(field.value.slice(0, start)) ? ` ${placeholder}` : placeholder;
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  const set = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  set?.call(field, field.value.slice(0, start) + words + field.value.slice(end));
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
  field.setSelectionRange(start + words.length, start + words.length);
}

/** The placeholders that texts may hold, found by their name or words. One that is pressed goes to where the cursor was. */
export function Palette({ levels }: { levels: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const [keyword, setKeyword] = useState('');
  const [point, setPoint] = useState<string | null>(null);
  const rows = useOptions('points', points.rows, { projectId: project.id });
  const last = useLastTextField();
  const entries = useEntries(levels, point);
  const needle = keyword.trim().toLowerCase();
  const matching = entries.filter(({ path, words }) => `${path} ${words}`.toLowerCase().includes(needle));
  const use = (path: string): void => {
    const words = `{{${path}}}`;
    if (last.current?.isConnected) typeInto(last.current, words);
    else
      void copyText(words).then((isCopied) =>
        toasts.done(t(isCopied ? 'reportTemplates:copied' : 'reportTemplates:notCopied', { words })),
      );
  };
  return (
    <section className="rt-palette" aria-label={t('reportTemplates:placeholders')}>
      <h2>{t('reportTemplates:placeholders')}</h2>
      <p className="pl-sm pl-3">{t('reportTemplates:placeholderTips')}</p>
      <Input
        type="search"
        size="small"
        aria-label={t('reportTemplates:findPlaceholder')}
        placeholder={t('reportTemplates:findPlaceholder')}
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <Select
        size="small"
        allowClear
        showSearch
        aria-label={t('reportTemplates:ofPoint')}
        placeholder={t('reportTemplates:ofPoint')}
        value={point}
        options={rows.data?.rows.map(({ id, name }) => ({ key: id, value: name, label: name })) ?? []}
        onChange={(name) => setPoint(name ?? null)}
      />
      <ul>
        {matching.map(({ path, words }) => (
          <li key={path}>
            <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={() => use(path)}>
              <code>{path}</code>
              <span className="pl-sm pl-3">{words}</span>
            </button>
          </li>
        ))}
      </ul>
      {matching.length === 0 && <p className="pl-sm pl-3">{t('reportTemplates:noPlaceholder')}</p>}
    </section>
  );
}

/** What may be written into a text, with its words; of a point where one is chosen. */
function useEntries(
  levels: boolean,
  point: string | null,
): readonly { readonly path: string; readonly words: string }[] {
  const { t } = useTranslation();
  const entry = (path: string) => ({
    path,
    words: String(t(`reportTemplates:paths.${path.replace('.', '_')}` as never)),
  });
  return [
    ...(levels ? Object.keys(levelPaths) : []).map(entry),
    ...Object.keys(reportPaths).map(entry),
    ...(point === null ? [] : Object.keys(pointPaths)).map((path) => ({
      path: `point(${point}).${path}`,
      words: String(t(`reportTemplates:pointPaths.${path}` as never)),
    })),
  ];
}

/** The text field of the block that the cursor was in last; the palette's own search is none. */
function useLastTextField() {
  const last = useRef<TextField | null>(null);
  useEffect(() => {
    const follow = (event: FocusEvent): void => {
      if (isTextField(event.target) && event.target.closest('.rt-options') !== null) last.current = event.target;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, []);
  return last;
}
