import { readResults } from './results';
import { writeReport } from './writeReport';

void writeReport(readResults());
