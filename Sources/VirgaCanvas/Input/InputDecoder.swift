/// Decodes the bytes from a terminal to events.
///
/// The result does not depend on how the bytes are split. A lone Escape may be a key or the start
/// of a sequence: it stays pending until more arrives or `timeout()` decides. Unknown, incomplete
/// and invalid input is dropped as a whole, so that no part of it counts as typed.
package struct InputDecoder: Sendable {
  /// Additional key sequences from the terminal's description.
  private let keys: [[UInt8]: KeyPress]
  /// The length of the longest of ``keys``, in bytes.
  private let longestKey: Int
  private let pasteLimit: Int
  private let escapeTimeout: Int
  /// Bytes that cannot be decoded yet; they begin with the first byte of a sequence.
  private var pending: [UInt8] = []
  /// Whether `pending` is the start of one of ``lateStarts`` whose rest did not arrive in time.
  private var isStale = false
  /// The bytes pasted so far; nil if no paste is arriving.
  private var paste: [UInt8]?

  private static let escape: UInt8 = 0x1B
  /// The start of a control sequence, `ESC [`.
  private static let controlSequenceStart: [UInt8] = [escape, UInt8(ascii: "[")]
  /// The starts of the sequences whose rest may arrive late.
  private static let lateStarts = [controlSequenceStart, BackgroundReport.start]

  /// Creates a decoder that knows the common sequences.
  ///
  /// - Parameters:
  ///   - keys: Additional sequences that start with Escape; they take precedence over the common
  ///     ones.
  ///   - pasteLimit: The maximum number of bytes of a paste to keep.
  ///   - escapeTimeout: How long a lone Escape waits, in milliseconds; slow lines need more.
  package init(keys: [[UInt8]: KeyPress] = [:], pasteLimit: Int = 8 << 20, escapeTimeout: Int = 25)
  {
    self.keys = keys.filter { sequence, _ in
      sequence.count > 1 && sequence.first == Self.escape
    }
    longestKey = self.keys.keys.map(\.count).max() ?? 0
    self.pasteLimit = max(0, pasteLimit)
    self.escapeTimeout = max(1, escapeTimeout)
  }

  /// Whether to call `timeout()` if nothing arrives within `pendingTimeout`.
  package var isPending: Bool {
    let isSequenceIncomplete = !pending.isEmpty && !isStale
    return paste != nil || isSequenceIncomplete
  }

  /// How long to wait for the rest of a key or paste, in milliseconds.
  package var pendingTimeout: Int { paste == nil ? escapeTimeout : Self.pasteTimeout }

  /// How long the end of a paste may take to arrive, in milliseconds.
  private static let pasteTimeout = 3_000

  /// Returns the events that `bytes` complete.
  package mutating func feed(_ bytes: [UInt8]) -> [TerminalEvent] { feed(bytes[...]) }

  /// Returns the events that `bytes` complete.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) -> [TerminalEvent] {
    // The pending bytes are the start of a sequence whose rest did not arrive in time.
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

  /// Returns the events of the pending bytes when no more arrived in time: Escape alone is the key,
  /// Escape and `[` are Alt-[.
  ///
  /// The start of a longer control sequence, or of an answer about the background, remains pending,
  /// as its rest may arrive late.
  package mutating func timeout() -> [TerminalEvent] {
    if let text = paste {
      paste = nil
      return [.paste(text.pastedText)]
    }
    if let press = Self.keyOfUnfinished(pending) {
      pending.removeAll()
      return [.key(press)]
    }
    isStale = Self.lateStarts.contains { pending.starts(with: $0) }
    if !isStale { pending.removeAll() }
    return []
  }

  /// The key that the start of a sequence is if nothing follows it; nil if it is none.
  private static func keyOfUnfinished(_ bytes: [UInt8]) -> KeyPress? {
    guard bytes.first == escape else { return nil }
    if bytes.count == 1 { return KeyPress(.escape) }
    let second = bytes[1]
    guard bytes.count == 2, second.isPrintableASCII else { return nil }
    return KeyPress(Character(Unicode.Scalar(second)), .alt)
  }

  /// Continues a stale sequence if its rest seems to have arrived late; drops it otherwise.
  ///
  /// - Parameter byte: The first byte that arrived; nil if none did.
  private mutating func resume(with byte: UInt8?) {
    guard let byte else { return }
    isStale = false
    let isBackground = pending.starts(with: BackgroundReport.start)
    let isRest =
      isBackground ? BackgroundReport.mayContinue(with: byte) : Self.mayContinueSequence(with: byte)
    if !isRest { pending.removeAll() }
  }

  /// Whether a byte that arrived late more likely continues a control sequence than was typed.
  private static func mayContinueSequence(with byte: UInt8) -> Bool {
    // Digits, separators and markers.
    let isParameter = (UInt8(ascii: "0")...UInt8(ascii: "?")).contains(byte)
    let isUppercase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    // Of all final bytes, these end keys and reports of the mouse; other letters are more likely
    // typed.
    let isFinal = isUppercase || "~mu".utf8.contains(byte)
    return isParameter || isFinal
  }

  /// Removes what can be decoded from the start of the pending bytes, and appends its events.
  private mutating func decodePending(into events: inout [TerminalEvent]) {
    var start = 0
    while start < pending.count, let step = nextStep(from: start) {
      start += step.length
      switch step.outcome {
      case .events(let decoded): events += decoded
      case .pasteStart:
        // Bytes after the end of the paste become pending again.
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

  /// Shortens an overlong sequence, which will be dropped, to what is needed to find its end.
  ///
  /// A blank makes a control sequence invalid. A string ends with two bytes, the first of which may
  /// be here already.
  private mutating func compactPending() {
    let isControlSequence = pending.starts(with: Self.controlSequenceStart)
    let last = isControlSequence ? UInt8(ascii: " ") : pending[pending.count - 1]
    // Escape and the byte after it say which kind of sequence it is.
    let kind = Array(pending.prefix(2))
    pending = kind + [last]
  }

  /// The next event in the pending bytes; nil if more bytes are needed.
  private func nextStep(from start: Int) -> DecodingStep? {
    let bytes = pending[start...]
    if bytes.first == Self.escape, let step = namedKey(in: bytes) { return step }
    return DecodingStep.first(of: bytes)
  }

  /// The longest of the additional sequences at the start of `bytes`; nil if there is none.
  private func namedKey(in bytes: ArraySlice<UInt8>) -> DecodingStep? {
    guard longestKey > 1, bytes.count > 1 else { return nil }
    let longest = min(longestKey, bytes.count)
    for length in stride(from: longest, to: 1, by: -1) {
      if let key = keys[Array(bytes.prefix(length))] {
        return DecodingStep(length: length, .event(.key(key)))
      }
    }
    return nil
  }

  /// Adds bytes to the paste up to the marker of its end; those after it become pending.
  ///
  /// Bytes beyond the limit are dropped, except as many as may be the start of the marker.
  private mutating func collect(pasted bytes: ArraySlice<UInt8>, into events: inout [TerminalEvent])
  {
    guard var text = paste else { return }
    // The text is now the only reference to the bytes, so that appending does not copy them.
    paste = nil
    let marker = Self.pasteEnd
    // The marker may have begun in earlier bytes.
    let searchStart = max(0, text.count - marker.count + 1)
    text += bytes
    if let end = text.firstIndex(of: marker, from: searchStart) {
      let afterMarker = text[(end + marker.count)...]
      pending = Array(afterMarker)
      // Drops the marker, and what is beyond the limit.
      text.removeSubrange(min(end, pasteLimit)...)
      events.append(.paste(text.pastedText))
    } else {
      let possibleMarkerStart = text.count - marker.count
      if possibleMarkerStart > pasteLimit {
        text.removeSubrange(pasteLimit..<possibleMarkerStart)
      }
      paste = text
    }
  }

  /// The marker of the end of a paste, `ESC [ 201 ~`.
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)
}

extension [UInt8] {
  /// The text with line feeds in place of the carriage returns, or pairs of both, that terminals
  /// send.
  fileprivate var pastedText: String {
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    guard contains(carriageReturn) else { return String(decoding: self, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for (index, byte) in enumerated() {
      let followsReturn = index > 0 && self[index - 1] == carriageReturn
      // The carriage return before it is a line feed in the text already.
      if byte == lineFeed, followsReturn { continue }
      text.append(byte == carriageReturn ? lineFeed : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The index at which the bytes `marker` first occur at `start` or later; nil if they do not.
  fileprivate func firstIndex(of marker: [UInt8], from start: Int) -> Int? {
    withUnsafeBufferPointer { bytes in
      var index = start
      while index + marker.count <= bytes.count {
        // Most bytes are not even the first one of the marker, which is quickly found out.
        if bytes[index] == marker[0] && bytes[index..<index + marker.count].elementsEqual(marker) {
          return index
        }
        index += 1
      }
      return nil
    }
  }
}
