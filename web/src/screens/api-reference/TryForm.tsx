import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAs } from '../../kernel/call.ts';
import { wordsOf } from '../../kernel/failures.ts';
import { useMaybeSession } from '../../kernel/session.ts';
import { answerOf, type WholeAnswer } from '../../kernel/whole-answer.ts';
import { addressOf, type CallInput, exampleOf, jsonContent, missingOf, takesFile } from './call-text.ts';
import type { Operation } from './reference-document.ts';

/** Letters of an answer that are shown; the whole can be saved. */
const shownLetters = 100_000;

/** Sends the operation as whoever is signed in here. What may change something is shown first, and sent on a second press. */
export function TryForm({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const session = useMaybeSession();
  const needs = operation['x-permission'];
  const form = useTry(operation);
  if (needs === 'device' || needs === 'feed' || needs === 'vendor')
    return <p className="pl-2 pl-sm api-try">{t('apiReference:notHere')}</p>;
  if (needs !== 'anyone' && session === null)
    return <p className="pl-2 pl-sm api-try">{t('apiReference:signInFirst')}</p>;
  return (
    <section className="api-try" aria-label={t('apiReference:try')}>
      <h3>{t('apiReference:try')}</h3>
      <p className="pl-2 pl-sm">
        {session
          ? t('apiReference:as', { name: session.user.displayName || session.user.name })
          : t('apiReference:asNobody')}
      </p>
      <Inputs operation={operation} callInput={form.callInput} onChange={form.change} onFile={form.setFile} />
      {form.problem !== null && (
        <p role="alert" className="api-problem">
          {form.problem}
        </p>
      )}
      {form.isAsking ? (
        <section className="api-ask" aria-label={t('apiReference:sure')}>
          <p>{t('apiReference:sure')}</p>
          <pre>
            {`${operation.method} ${form.address}`}
            {form.body !== null && `\n\n${form.body}`}
          </pre>
          <div className="pl-row">
            <Button danger onClick={() => void form.send()} loading={form.isBusy}>
              {t('apiReference:sendIt')}
            </Button>
            <Button type="text" onClick={form.stop}>
              {t('common:cancel')}
            </Button>
          </div>
        </section>
      ) : (
        <Button type="primary" loading={form.isBusy} onClick={form.press}>
          {t('apiReference:send')}
        </Button>
      )}
      {form.answer && <AnswerView answer={form.answer} name={operation.operationId} />}
    </section>
  );
}

function useTry(operation: Operation) {
  const { t } = useTranslation();
  const [callInput, setGiven] = useState<CallInput>(() => exampleOf(operation));
  const [file, setFile] = useState<File | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [answer, setAnswer] = useState<WholeAnswer | null>(null);
  const address = addressOf(operation, callInput);
  const body = jsonContent(operation) === undefined || callInput.body.trim() === '' ? null : callInput.body;
  const send = async () => {
    setBusy(true);
    setAsking(false);
    try {
      setAnswer(await answerOf({ method: operation.method, path: address, json: body, file }));
    } catch (error) {
      setAnswer(null);
      setProblem(wordsOf(error, t).words);
    }
    setBusy(false);
  };
  const press = () => {
    setProblem(problemOf());
    if (problemOf() !== null) return;
    if (operation.method === 'GET' || operation['x-read-only']) void send();
    else setAsking(true);
  };
  const problemOf = (): string | null => {
    const missing = missingOf(operation, callInput);
    if (missing.length > 0) return t('apiReference:missing', { names: missing.join(', ') });
    if (takesFile(operation) && file === null) return t('apiReference:missing', { names: 'file' });
    return body !== null && !isJson(body) ? t('apiReference:notJson') : null;
  };
  const change = (next: CallInput) => {
    setGiven(next);
    // What was shown to be sent is no longer what would be.
    setAsking(false);
    setProblem(null);
  };
  return {
    callInput,
    change,
    setFile,
    isAsking,
    stop: () => setAsking(false),
    isBusy,
    problem,
    answer,
    address,
    body,
    press,
    send,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function Inputs({
  operation,
  callInput,
  onChange,
  onFile,
}: {
  operation: Operation;
  callInput: CallInput;
  onChange: (callInput: CallInput) => void;
  onFile: (file: File | null) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="api-inputs">
      {operation.parameters.map(({ name, required }) => (
        <div key={name}>
          <label htmlFor={`try-${name}`}>
            <code>{name}</code>
            {required && <span className="api-must"> {t('apiReference:required')}</span>}
          </label>
          <Input
            id={`try-${name}`}
            value={callInput.values[name] ?? ''}
            onChange={({ target }) => onChange({ ...callInput, values: { ...callInput.values, [name]: target.value } })}
          />
        </div>
      ))}
      {jsonContent(operation) && (
        <div>
          <label htmlFor="try-body-text">{t('apiReference:body')}</label>
          <Input.TextArea
            id="try-body-text"
            className="api-body"
            autoSize={{ minRows: 3, maxRows: 16 }}
            spellCheck={false}
            value={callInput.body}
            onChange={({ target }) => onChange({ ...callInput, body: target.value })}
          />
        </div>
      )}
      {takesFile(operation) && (
        <div>
          <label htmlFor="try-file">{t('apiReference:file')}</label>
          <input id="try-file" type="file" onChange={({ target }) => onFile(target.files?.[0] ?? null)} />
        </div>
      )}
    </div>
  );
}

/** Status, time and the answer: JSON laid out, text as it is, anything else to be saved. */
function AnswerView({ answer, name }: { answer: WholeAnswer; name: string }) {
  const { t } = useTranslation();
  const { response, milliseconds, blob, text } = answer;
  return (
    <div className="api-answer" role="status">
      <p>
        <strong className={response.ok ? undefined : 'api-problem'}>{response.status}</strong> ·{' '}
        {Math.round(milliseconds)} ms · {blob.size} B ·{' '}
        <span className="pl-3">{response.headers.get('content-type') ?? ''}</span>{' '}
        <Button size="small" onClick={() => saveAs(blob, name)}>
          {t('apiReference:save')}
        </Button>
      </p>
      {text !== null && <pre>{laidOut(text).slice(0, shownLetters)}</pre>}
      {text !== null && text.length > shownLetters && <p className="pl-3 pl-sm">{t('apiReference:cut')}</p>}
    </div>
  );
}

function laidOut(text: string): string {
  if (text.length > 4 * shownLetters) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
