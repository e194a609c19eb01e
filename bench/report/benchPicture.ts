import { writePicture } from './picture';
import { readResults } from './results';

void writePicture(readResults().rows);
