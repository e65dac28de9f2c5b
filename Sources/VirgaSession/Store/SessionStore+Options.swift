extension SessionStore {
  package struct Options: Sendable {
    /// The manifest that the session must belong to, an absolute path; nil for any.
    package var manifest: String?
    package var isReadOnly = false
    /// Whether to create a missing file; if not, a session without a file is in memory only.
    package var makesFile = true
    package var makesFolders = false
    /// The maximum number of events, unless the session sets its own; the oldest are deleted first.
    package var eventLimit: Int64 = 100_000
    package var operationLimit: Int64 = 10_000
    /// The maximum size in bytes of the history, including values; the last operation can always be undone.
    package var historyLimit: Int64 = 64 << 20
    /// How much of the history to read initially; ``SessionStore/readHistory()`` reads the rest.
    package var history = History.whole
    /// The timeout for other writers, in milliseconds.
    package var timeout: Int32 = 1_000

    /// Options for a session, writable by default.
    package init(manifest: String? = nil, isReadOnly: Bool = false) {
      self.manifest = manifest
      self.isReadOnly = isReadOnly
    }
  }

  package enum History: Sendable {
    /// None of it; enough for apps.
    case unread
    /// The outlines of its operations, see ``SessionOperation/isOutline``.
    case outlined
    case whole
  }
}
