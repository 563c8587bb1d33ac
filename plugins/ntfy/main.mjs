/**
 * Publishing to ntfy as JSON (docs.ntfy.sh/publish): POST to the root of the server, with the topic in the body. The address
 * of the channel is that of the topic, https://ntfy.example/site-7; its secret, where there is one, an access token.
 */
const priorities = { 1: 3, 2: 4, 3: 4, 4: 5 };
const tags = { 1: 'large_blue_circle', 2: 'warning', 3: 'warning', 4: 'rotating_light' };
const longest = 3_500;

const topicOf = (url) => {
  const found = /^(https?:\/\/[^/?#]+)\/([A-Za-z0-9_-]{1,64})\/?$/.exec(url);
  if (found === null) throw new Error('the address is not that of a topic: https://server/topic');
  return [found[1], found[2]];
};

function request({ channel, message }) {
  const [server, topic] = topicOf(channel.url);
  const lines = message.facts.map(([name, value]) => `${name}: ${value}`);
  const level = message.level ?? 0;
  return {
    url: `${server}/`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(channel.secret === '' ? {} : { authorization: `Bearer ${channel.secret}` }),
    },
    body: JSON.stringify({
      topic,
      title: message.title.slice(0, 200),
      message:
        [...lines, message.foot]
          .filter((line) => line !== '')
          .join('\n')
          .slice(0, longest) || message.title,
      priority: priorities[level] ?? 3,
      ...(tags[level] ? { tags: [tags[level]] } : {}),
      ...(message.link === '' ? {} : { click: message.link }),
    }),
  };
}

/** What ntfy says that is wrong with the message or the token is so at every try; too many, or a server that fails, is not. */
function outcome({ status, body }) {
  let words = body.slice(0, 200);
  try {
    const { id, error } = JSON.parse(body);
    words = error ?? (id ? `message ${id}` : words);
  } catch {
    // It is shown as it came.
  }
  if (status >= 200 && status < 300) return { accepted: true, answer: words };
  return { accepted: false, final: status >= 400 && status < 500 && ![408, 425, 429].includes(status), answer: words };
}

export const pushes = { topic: { request, outcome } };
