/** What every tab of the project console is given. */
/** `readOnly` = why nothing can be changed here. */
export interface ConsoleTab {
  readonly readOnly: string | true | undefined;
}
