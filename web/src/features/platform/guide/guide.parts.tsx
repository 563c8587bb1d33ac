/** What other features show with: a text of the product in Markdown. */
import './guide.css';

export { GuideText } from './GuideText.tsx';
