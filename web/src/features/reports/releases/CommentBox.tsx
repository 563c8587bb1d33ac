import { reportReleases, type reportSections, reviewLimits } from '@plumbline/contract/reports/releases';
import { Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import type { PagePlace } from './review-places.ts';

interface CommentBoxProps {
  reportId: number;
  parentId: number | null;
  section?: (typeof reportSections)[number];
  page?: number | null;
  /** Where on a page the comment is; null = nowhere. */
  mark?: PagePlace | null;
  /** Of the files that are looked at. */
  edition?: number | undefined;
  /** Closes it, sent or not. Absent = it stays. */
  onDone?: () => void;
  onSent?: () => void;
}

/** Where a comment is written. Invariant: what was typed stays until it is sent. */
export function CommentBox({
  reportId,
  parentId,
  section = 'measurements',
  page = null,
  mark = null,
  edition,
  onDone,
  onSent,
}: CommentBoxProps) {
  const { t } = useTranslation();
  const id = useId();
  const projectId = useProject().project.id;
  const { run, isPending } = useWrite(reportReleases.addComment);
  const label = t(parentId === null ? 'reportReleases:newComment' : 'reportReleases:answer');
  const field = useFocusAt(mark);
  const { text, setText, error, send } = useDraft(async (written) => {
    const place = mark && { x: mark.x, y: mark.y };
    const about = { section, page: mark?.page ?? page, place, ...(edition !== undefined && { edition }) };
    await run({ projectId, reportId, parentId, ...about, text: written });
    onDone?.();
    onSent?.();
  });
  return (
    <div className="rr-box">
      <LeaveGuard id={id} dirty={text.trim() !== ''} save={send} undo={() => setText('')} />
      <Input.TextArea
        ref={field}
        value={text}
        aria-label={label}
        placeholder={label}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={reviewLimits.comment}
        onChange={({ target }) => setText(target.value)}
      />
      {error !== null && (
        <p role="alert" className="pl-wrong pl-sm">
          {wordsOf(error, t).words}
        </p>
      )}
      <div className="pl-row tight">
        <Button size="small" loading={isPending} disabled={text.trim() === ''} onClick={() => void send()}>
          {t('reportReleases:send')}
        </Button>
        {onDone && (
          <Button size="small" type="text" onClick={onDone}>
            {t('common:cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The field that is written in, once somebody has pointed at a place: they write about it. */
function useFocusAt(mark: PagePlace | null) {
  const field = useRef<TextAreaRef>(null);
  useEffect(() => {
    if (mark) field.current?.focus();
  }, [mark]);
  return field;
}

/** What is being written: it stays until it is sent. */
function useDraft(post: (text: string) => Promise<void>) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const send = async (): Promise<boolean> => {
    setError(null);
    try {
      await post(text);
      setText('');
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return { text, setText, error, send };
}
