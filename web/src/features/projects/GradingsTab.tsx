import type { FieldDefinition } from '@plumbline/contract/forms';
import { projects } from '@plumbline/contract/projects';
import type { Grading } from '@plumbline/contract/projects.settings';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../design/form/FormTab.tsx';
import { LevelTag } from '../../design/Level.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';
import type { ConsoleTab } from './console-tab.ts';

const fields: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'gradings', label: 'projects:gradings.title', span: 2 },
];

/** What the alert levels are called in a project, and what is to be done when one is reached. */
export function GradingsTab({ readOnly }: ConsoleTab) {
  const { run: setGradings } = useWrite(projects.setGradings);
  const { project } = useProject();
  const query = useRead(projects.gradings, { projectId: project.id });
  return (
    <div className="pj-tab">
      <Answer query={query} loading={<SkeletonRows rows={4} />}>
        {({ gradings }) => (
          <FormTab
            schema={projects.setGradings.input}
            fixed={{ projectId: project.id }}
            record={{ gradings }}
            initial={{ gradings }}
            sections={[{ tips: 'projects:gradings.help', fields }]}
            slots={{
              gradings: ({ value, onChange, readOnly: closed }) => (
                <Levels
                  value={(value as readonly Grading[] | undefined) ?? gradings}
                  closed={closed === true}
                  onChange={onChange}
                />
              ),
            }}
            readOnly={readOnly}
            onSave={async (input: never, precondition) => {
              await setGradings(input, precondition);
            }}
          />
        )}
      </Answer>
    </div>
  );
}

function Levels({
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
