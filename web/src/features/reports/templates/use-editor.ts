import { Failure } from '@plumbline/contract/kernel/errors';
import { type ReportTemplate, reportTemplates } from '@plumbline/contract/reports/templates';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { read } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { contentOf, edit, openEditor } from './editor-state.ts';

/** A template that is edited: its draft, and saving it over what its author saw. Long because it is one answer: a list of its acts. */
export function useEditor(template: ReportTemplate) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const [base, setBase] = useState(template);
  // As soon as it is answered: what is read again after it, the preview among it, takes its time, and a second save, or a
  // document, would meet a version that this page has made itself.
  const { run: update, isPending: isSaving } = useWrite(reportTemplates.update, {
    onSuccess: (answer) => setBase(answer.template),
  });
  const [state, act] = useReducer(edit, template.content, openEditor);
  const [isOvertaken, setOvertaken] = useState(false);
  const content = contentOf(state.draft);
  const isDirty = JSON.stringify(content) !== JSON.stringify(base.content);
  const place = { projectId: project.id, templateId: template.id };

  const saveOver = async (over: ReportTemplate): Promise<boolean> => {
    try {
      await update({ ...place, content }, { over });
      setOvertaken(false);
      toasts.done(t('common:saved'));
      return true;
    } catch (error) {
      if (error instanceof Failure && error.name === 'changedMeanwhile') setOvertaken(true);
      else toasts.failed(error);
      return false;
    }
  };
  const newest = async (): Promise<ReportTemplate | null> => {
    try {
      return (await read(reportTemplates.get, place)).template;
    } catch (error) {
      toasts.failed(error);
      return null;
    }
  };
  return {
    base,
    state,
    act,
    content,
    isDirty,
    isSaving,
    /** Somebody else has saved another version meanwhile. */
    isOvertaken,
    save: () => saveOver(base),
    undoAll: () => act({ act: 'open', content: base.content }),
    /** Saves what is edited here as the version after theirs. */
    async keepMine(): Promise<void> {
      const theirs = await newest();
      if (theirs) await saveOver(theirs);
    },
    async takeTheirs(): Promise<void> {
      const theirs = await newest();
      if (!theirs) return;
      setBase(theirs);
      setOvertaken(false);
      act({ act: 'open', content: theirs.content });
    },
    follow: setBase,
    meetOther: () => setOvertaken(true),
  };
}
