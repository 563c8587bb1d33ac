import { Failure } from '@plumbline/contract/kernel/errors';
import { type Project, projects } from '@plumbline/contract/site/projects';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Worded, wordsOf } from '../../../kernel/failures.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSettled } from '../../../kernel/settled.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { memberFailure } from './member-failure.ts';
import type { RoleOption } from './role-options.ts';
import { UntilInput } from './UntilInput.tsx';

/** Takes a colleague into the project. Who is a member already is not offered. */
export function MemberDialog({
  project,
  options,
  onClose,
}: {
  project: Project;
  options: readonly RoleOption[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { id: projectId } = project;
  const toasts = useToasts();
  const { run: addMember } = useWrite(projects.addMember);
  // Of a colleague whose name a member has already: they confirm that it is they who is meant.
  const [confirming, setConfirming] = useState(false);
  const add = async (input: never): Promise<void> => {
    try {
      await addMember(input);
    } catch (error) {
      if (error instanceof Failure && error.name === 'passwordNeeded') {
        setConfirming(true);
        throw new Worded(t('people:members.sameName'));
      }
      throw memberFailure(error, t);
    }
    toasts.done(t('common:saved'));
    onClose();
  };
  return (
    <SchemaDialog
      title={t('people:members.add')}
      word={t('people:members.add')}
      widthPx={420}
      onClose={onClose}
      schema={projects.addMember.input}
      fixed={{ projectId }}
      initial={{ roleId: options.find((each) => each.type === 'Member')?.value }}
      onSubmit={add}
    >
      <Field name="userId" label={t('people:members.who')} help={t('people:members.whoHelp')}>
        <CandidateSelect projectId={projectId} />
      </Field>
      <Field name="roleId" label={t('people:members.role')}>
        <Select options={[...options]} />
      </Field>
      <Field name="until" label={t('people:members.until')} help={t('people:members.untilHelp')}>
        <UntilInput timeZone={project.timeZone} />
      </Field>
      {confirming && (
        <Field name="password" label={t('people:members.theirPassword')}>
          <Input.Password autoComplete="off" />
        </Field>
      )}
    </SchemaDialog>
  );
}

/** The colleagues who are no members yet, found by name. `given` is the field's. */
function CandidateSelect({ projectId, ...props }: { projectId: number }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim());
  const query = useRead(projects.candidates, { projectId, ...(keyword === '' ? {} : { keyword }) });
  return (
    <Select
      {...props}
      autoFocus
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={query.isFetching}
      placeholder={t('people:find')}
      notFoundContent={
        <span className="pl-3">
          {query.error
            ? wordsOf(query.error, t).words
            : query.isPending
              ? ' '
              : keyword === ''
                ? t('people:members.nobodyLeft')
                : t('people:noneFound')}
        </span>
      }
      options={(query.data?.users ?? []).map((user) => ({
        value: user.userId,
        label: `${user.displayName} (${user.name})`,
      }))}
    />
  );
}
