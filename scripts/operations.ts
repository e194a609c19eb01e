import { readFileSync, writeFileSync } from 'node:fs';
import { API_PAGE, writeApiTables } from './lib/apiTables';
import { CLIENT_OPERATIONS, formatClientOperations } from './lib/clientOperations';

void formatClientOperations().then((text) => writeFileSync(CLIENT_OPERATIONS, text));
void writeApiTables(readFileSync(API_PAGE, 'utf8')).then((page) => writeFileSync(API_PAGE, page));
