import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { projects } from '@plumbline/contract/site/projects';
import type { Grading } from '@plumbline/contract/site/projects.settings';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { ConsoleTab } from './console-tab.ts';
import { LevelFields } from './gradings.parts.tsx';

const fields: readonly FieldDefinition[] = [
  { type: 'slot', prop: 'gradings', label: 'projects:gradings.title', span: 2 },
];

/** Edits the names of the alert levels in a project, and what is to be done when one is reached. */
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
                <LevelFields
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
