import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../design/CopyButton.tsx';
import { wordKey } from '../../kernel/words.ts';
import { curlOf, exampleOf, jsonContent, takesFile } from './call-text.ts';
import { type ApiDocument, type Operation, resolvedShape } from './reference-document.ts';
import { ShapeTable, typeWords } from './ShapeTable.tsx';
import { TryForm } from './TryForm.tsx';

/** The address below which the API of this installation lies. */
const base = () => new URL('.', location.href).href.replace(/\/$/, '');

/** Long because it is one article from top to bottom. One operation: what it needs, takes, answers and may be refused for; an example; a form that sends it. */
export function OperationArticle({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const { t } = useTranslation();
  const { method, path, summary, parameters, responses } = operation;
  const json = jsonContent(operation);
  const example = useMemo(() => exampleOf(operation), [operation]);
  const curl = curlOf(operation, example, base());
  const answer = Object.values(responses['200']?.content ?? {})[0];
  return (
    <>
      <h2>
        <Method method={method} /> <code>{path}</code>
      </h2>
      <p>{summary}</p>
      <Needs operation={operation} />
      {parameters.length > 0 && (
        <section>
          <h3>{t('apiReference:parameters')}</h3>
          <ul className="api-fields">
            {parameters.map((each) => (
              <li key={each.name}>
                <code>{each.name}</code>{' '}
                <span className="pl-3 pl-sm">
                  {t(wordKey(`apiReference:in.${each.in}`))} · {typeWords(document, each.schema)}
                </span>
                {each.required && <span className="api-must"> {t('apiReference:required')}</span>}
                <div className="pl-2 pl-sm">{each.description || resolvedShape(document, each.schema).description}</div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(json || takesFile(operation)) && (
        <section>
          <h3>{t('apiReference:body')}</h3>
          {json ? (
            <ShapeTable document={document} shape={json.schema} />
          ) : (
            <p className="pl-2 pl-sm">
              {operation.requestBody?.content['multipart/form-data']?.schema.properties?.['file']?.description}
            </p>
          )}
        </section>
      )}
      <section>
        <h3>{t('apiReference:example')}</h3>
        {example.body !== '' && <Copied text={example.body} label={t('apiReference:body')} />}
        <Copied text={curl} label="curl" />
      </section>
      <section>
        <h3>{t('apiReference:answer')}</h3>
        {answer && <ShapeTable document={document} shape={answer.schema} />}
      </section>
      <section>
        <h3>{t('apiReference:errors')}</h3>
        <ul className="api-fields">
          {Object.entries(responses)
            .filter(([status]) => status !== '200')
            .map(([status, { description }]) => (
              <li key={status}>
                <code>{status === 'default' ? t('apiReference:others') : status}</code>{' '}
                <span className="pl-2 pl-sm">{description}</span>
              </li>
            ))}
        </ul>
      </section>
      <TryForm key={operation.operationId} operation={operation} />
    </>
  );
}

/** The method in the colour of what it does: reading, or changing. */
export const Method = ({ method }: { method: string }) => (
  <span className={`api-method${method === 'GET' ? '' : ' writes'}`}>{method}</span>
);

function Needs({ operation }: { operation: Operation }) {
  const { t } = useTranslation();
  const within = operation['x-within'];
  const also = operation['x-also-at'] ?? [];
  return (
    <p className="pl-2 pl-sm">
      {t('apiReference:needs')} <code>{operation['x-permission']}</code>
      {within && (
        <>
          {' '}
          {t('apiReference:at')} <code>{within}</code>
        </>
      )}
      {operation['x-access-tokens'] && ` · ${t(wordKey(`apiReference:tokens.${operation['x-access-tokens']}`))}`}
      {also.length > 0 && (
        <>
          <br />
          {t('apiReference:alsoAt')} <code>{also.join(', ')}</code>
        </>
      )}
    </p>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <div className="api-copied">
      <pre>{text}</pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}
