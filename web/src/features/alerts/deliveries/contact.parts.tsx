/** Where alerts reach a person outside of the app. */
export { ContactPane } from './ContactPane.tsx';
