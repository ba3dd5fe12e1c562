import { formed, OneLine, Prose, Text, type TextForm, type TextOptions } from '../schema/kinds.js';
import { descriptionEcho, type Echo, isNoLabel } from './echo.js';
import { type OwnerFault, ownerFault } from './owner.js';

/** Texts of a task of which a JSON Schema does not say all. */

const OWNER_FAULTS: Readonly<Record<OwnerFault, string>> = {
  mark: 'has "@" or quotes around it, which texts put around a name',
  cut: 'ends with "…", where a text cut it; task_get shows the whole name',
  nobody: 'is a word for nobody and no name',
};

const OWNER: TextForm = {
  name: 'owner',
  faultOf(text) {
    const fault = ownerFault(text);
    return fault && { code: 'owner', says: OWNER_FAULTS[fault] };
  },
};

const LABEL: TextForm = {
  name: 'label',
  faultOf: (text) =>
    isNoLabel(text) ? { code: 'echo', says: 'is a word for no labels and no label' } : undefined,
};

const ECHOES: Readonly<Record<Echo, string>> = {
  nothing: 'is what texts write where there is no description',
  fence: 'stands between the lines that fence it in a text; send only what they hold, without "| " before it',
};

const DESCRIPTION: TextForm = {
  name: 'description',
  faultOf(text) {
    const echo = descriptionEcho(text);
    return echo && { code: 'echo', says: ECHOES[echo] };
  },
};

/** The name of an owner on one line: without "@" before it, and no word for nobody. */
export const OwnerName = (options: TextOptions) => formed(OneLine(options), OWNER);

/** A label, and no word that says that there is none. */
export const LabelName = (options: TextOptions) => formed(Text(options), LABEL);

/** A description, and no text of ours about one. */
export const DescriptionText = (options: TextOptions) => formed(Prose(options), DESCRIPTION);
