import { writeScreensPage } from './lib/record/page/writeScreensPage';

void writeScreensPage();
