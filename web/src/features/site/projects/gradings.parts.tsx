/** What alert levels are called and ask for, as it is set: of a project, or of a structure of it. */
import './console.css';
import type { Grading } from '@plumbline/contract/site/projects.settings';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../design/Level.tsx';

/** The four levels, each with its name and action; `closed` shows them as text. */
export function LevelFields({
  value,
  closed,
  onChange,
}: {
  value: readonly Grading[];
  closed: boolean;
  onChange: (value: readonly Grading[]) => void;
}) {
  const { t } = useTranslation();
  const set = (level: number, change: Partial<Grading>): void =>
    onChange(value.map((each) => (each.level === level ? { ...each, ...change } : each)));
  return (
    <div className="pj-levels">
      {value.map((each) => (
        <label key={each.level} htmlFor={`grading-${each.level}`}>
          <LevelTag level={each.level} />
          {closed ? (
            <span>{each.name || '—'}</span>
          ) : (
            <Input
              id={`grading-${each.level}`}
              value={each.name}
              maxLength={20}
              placeholder={t('projects:gradings.name')}
              aria-label={t('projects:gradings.nameOf', { level: each.level })}
              onChange={(event) => set(each.level, { name: event.target.value })}
            />
          )}
          {closed ? (
            <span>{each.action || '—'}</span>
          ) : (
            <Input.TextArea
              value={each.action}
              maxLength={500}
              autoSize={{ minRows: 1, maxRows: 5 }}
              placeholder={t('projects:gradings.action')}
              aria-label={t('projects:gradings.actionOf', { level: each.level })}
              onChange={(event) => set(each.level, { action: event.target.value })}
            />
          )}
        </label>
      ))}
    </div>
  );
}
