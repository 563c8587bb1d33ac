/** Figures in a row, each with what it means. */
export const Facts = ({
  facts,
}: {
  facts: readonly { readonly name: string; readonly words: string; readonly note?: string }[];
}) => (
  <dl className="an-facts">
    {facts.map(({ name, words, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {words}
          {note !== undefined && <small>{note}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
