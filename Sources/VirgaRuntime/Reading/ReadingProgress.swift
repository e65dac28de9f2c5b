struct ReadingProgress {
  var isReadingManifest = false
  /// Whether to read it once more after that.
  var mustReadAgain = false
  /// Whether the next reading includes the flags.
  var mustReadFlags = true
  /// The number of the latest request for flags from the web.
  var webReading = 0
  var hasShown = false
  /// Whether a reading of the manifest has ended.
  var hasRead = false
  var ownFiles: Set<String> = []
  var compared = ComparedReadings()
  var changedFiles: Set<String> = []
  var watchedFiles: Set<String> = []

  var isReading: Bool { isReadingManifest || compared.isReading }
}
