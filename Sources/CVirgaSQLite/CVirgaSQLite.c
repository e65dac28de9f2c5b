#include "CVirgaSQLite.h"

#include <stddef.h>
#include <stdint.h>

int virga_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

int virga_sqlite_defend(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
  if (code == SQLITE_OK) code = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
  return code;
}

static int wait_for_turn(void *timeout, int count) {
  sqlite3_sleep(1);
  return count < (intptr_t)timeout;
}

int virga_sqlite_wait(sqlite3 *database, int milliseconds) {
  return sqlite3_busy_handler(database, wait_for_turn, (void *)(intptr_t)milliseconds);
}

int virga_sqlite_abandon(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
}

// The database file as SQLite has it open; NULL in memory.
static sqlite3_file *open_file(sqlite3 *database) {
  sqlite3_file *file = NULL;
  int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return code == SQLITE_OK && file != NULL && file->pMethods != NULL ? file : NULL;
}

int virga_sqlite_read_file(sqlite3 *database, void *bytes, int count, int64_t offset) {
  sqlite3_file *file = open_file(database);
  return file == NULL ? SQLITE_MISUSE : file->pMethods->xRead(file, bytes, count, offset);
}

int virga_sqlite_lock_file(sqlite3 *database, int lock) {
  sqlite3_file *file = open_file(database);
  if (file == NULL) return SQLITE_OK;
  // SQLite takes its locks one after the other.
  int code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
  if (code == SQLITE_OK && lock >= SQLITE_LOCK_RESERVED) code = file->pMethods->xLock(file, SQLITE_LOCK_RESERVED);
  if (code == SQLITE_OK && lock > SQLITE_LOCK_RESERVED) code = file->pMethods->xLock(file, lock);
  return code;
}

void virga_sqlite_unlock_file(sqlite3 *database) {
  sqlite3_file *file = open_file(database);
  if (file != NULL) file->pMethods->xUnlock(file, SQLITE_LOCK_SHARED);
}
