/** Content of a delivery, in its language and for its medium: text, HTML, variables, and the curve beside it. */
export { alertChart, quantityOf, spanAround } from './logic/alert-chart.ts';
export type { AlertContent, Content, NewsContent } from './logic/content.ts';
export { messageOf } from './logic/message.ts';
export { outcomeOf } from './logic/message-news.ts';
export { momentIn } from './logic/places-and-times.ts';
export { spokenWords } from './logic/spoken-words.ts';
