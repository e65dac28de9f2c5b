/// Decodes the bytes from a terminal to events.
///
/// The result does not depend on how the bytes are split. A lone Escape may be a key or the start
/// of a sequence: it stays pending until more arrives or `timeout()` decides. Unknown, incomplete
/// and invalid input is dropped as a whole, so that no part of it counts as typed.
package struct InputDecoder: Sendable {
  /// Additional key sequences from the terminal's description.
  private let keys: [[UInt8]: KeyPress]
  private let longestKey: Int
  private let pasteLimit: Int
  private let escapeTimeout: Int
  /// Bytes that cannot be decoded yet; they begin with the first byte of a sequence.
  private var pending: [UInt8] = []
  /// Whether `pending` is a control sequence whose rest did not arrive in time.
  private var isStale = false
  private var paste: [UInt8]?

  /// Creates a decoder that knows the common sequences.
  ///
  /// - Parameters:
  ///   - keys: Additional sequences that start with Escape; they take precedence over the common
  ///     ones.
  ///   - pasteLimit: The maximum number of bytes of a paste to keep.
  ///   - escapeTimeout: How long a lone Escape waits, in milliseconds; slow lines need more.
  package init(keys: [[UInt8]: KeyPress] = [:], pasteLimit: Int = 8 << 20, escapeTimeout: Int = 25)
  {
    self.keys = keys.filter { $0.key.count > 1 && $0.key.first == 0x1B }
    longestKey = self.keys.keys.map(\.count).max() ?? 0
    self.pasteLimit = max(0, pasteLimit)
    self.escapeTimeout = max(1, escapeTimeout)
  }

  /// Whether to call `timeout()` if nothing arrives within `pendingTimeout`.
  package var isPending: Bool { paste != nil || !(pending.isEmpty || isStale) }

  /// How long to wait for the rest of a key or paste, in milliseconds.
  package var pendingTimeout: Int { paste == nil ? escapeTimeout : 3000 }

  /// Returns the events that `bytes` complete.
  package mutating func feed(_ bytes: [UInt8]) -> [TerminalEvent] { feed(bytes[...]) }

  /// Returns the events that `bytes` complete.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [TerminalEvent] {
    if isStale { resume(with: bytes.first) }
    var events: [TerminalEvent] = []
    if paste != nil {
      collect(pasted: bytes, into: &events)
    } else {
      pending += bytes
    }
    decodePending(into: &events)
    return events
  }

  /// Returns the events of the pending bytes after a timeout.
  package mutating func timeout() -> [TerminalEvent] {
    if let text = paste {
      paste = nil
      return [.paste(text.pastedText)]
    }
    defer { if !isStale { pending.removeAll() } }
    switch pending {
    case [0x1B]: return [.key(KeyPress(.escape))]
    case let bytes where bytes.count == 2 && bytes[0] == 0x1B && (0x20..<0x7F).contains(bytes[1]):
      return [.key(KeyPress(Character(Unicode.Scalar(bytes[1])), .alt))]
    default:
      isStale = pending.starts(with: [0x1B, 0x5B])
      return []
    }
  }

  /// Continues a stale sequence if its rest seems to have arrived late; drops it otherwise.
  private mutating func resume(with byte: UInt8?) {
    guard let byte else { return }
    isStale = false
    let isRest =
      (0x30...0x3F).contains(byte) || (0x41...0x5A).contains(byte) || "~mu".utf8.contains(byte)
    if !isRest { pending.removeAll() }
  }

  private mutating func decodePending(into events: inout [TerminalEvent]) {
    var start = 0
    while start < pending.count, let step = nextStep(from: start) {
      start += step.length
      switch step.outcome {
      case .events(let decoded): events += decoded
      case .pasteStart:
        let rest = pending[start...]
        pending.removeAll()
        start = 0
        paste = []
        collect(pasted: rest, into: &events)
      }
    }
    pending.removeFirst(start)
    if pending.count > DecodingStep.lengthLimit { compactPending() }
  }

  /// Shortens an overlong sequence to what is needed to find its end; the blank makes it invalid.
  private mutating func compactPending() {
    let isControlSequence = pending.starts(with: [0x1B, 0x5B])
    pending = Array(pending[..<2]) + (isControlSequence ? [0x20] : [pending[pending.count - 1]])
  }

  private func nextStep(from start: Int) -> DecodingStep? {
    let bytes = pending[start...]
    if bytes.first == 0x1B, let step = namedKey(in: bytes) { return step }
    return DecodingStep.first(of: bytes)
  }

  private func namedKey(in bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard longestKey > 1, bytes.count > 1 else { return nil }
    for length in stride(from: min(longestKey, bytes.count), to: 1, by: -1) {
      if let key = keys[Array(bytes.prefix(length))] {
        return DecodingStep(length: length, .event(.key(key)))
      }
    }
    return nil
  }

  /// Collects pasted bytes up to the end marker; what follows becomes pending.
  private mutating func collect(pasted bytes: ArraySlice<UInt8>, into events: inout [TerminalEvent])
  {
    guard var text = paste else { return }
    paste = nil
    let marker = Self.pasteEnd
    let searchStart = max(0, text.count - marker.count + 1)
    text += bytes
    if let end = text.firstIndex(of: marker, from: searchStart) {
      pending = Array(text[(end + marker.count)...])
      text.removeSubrange(min(end, pasteLimit)...)
      events.append(.paste(text.pastedText))
    } else {
      let kept = text.count - marker.count
      if kept > pasteLimit { text.removeSubrange(pasteLimit..<kept) }
      paste = text
    }
  }

  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
}

extension [UInt8] {
  /// The text with the carriage returns that terminals send converted to line feeds.
  fileprivate var pastedText: String {
    guard contains(0x0D) else { return String(decoding: self, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for (index, byte) in enumerated() {
      if byte == 0x0A && index > 0 && self[index - 1] == 0x0D { continue }
      text.append(byte == 0x0D ? 0x0A : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  fileprivate func firstIndex(of marker: [UInt8], from start: Int) -> Int? {
    withUnsafeBufferPointer { bytes in
      var index = start
      while index + marker.count <= bytes.count {
        if bytes[index] == marker[0] && bytes[index..<index + marker.count].elementsEqual(marker) {
          return index
        }
        index += 1
      }
      return nil
    }
  }
}
