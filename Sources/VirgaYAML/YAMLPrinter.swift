import CVirgaYAML
package import VirgaJSON
import VirgaSource

/// Prints a value as YAML in block style; reading it returns the same value.
///
/// The layout is libyaml's; the reference tool uses a port of libyaml.
package struct YAMLPrinter {
  /// For whom a text is written.
  package enum Audience {
    /// The reference tool, whose own layout it is.
    case reference
    /// Any reader of YAML 1.1 or 1.2, also after the text is pasted into another one.
    case anyYAMLReader
  }

  private let emitter = UnsafeMutablePointer<yaml_emitter_t>.allocate(capacity: 1)
  private let audience: Audience

  /// The value as a YAML document with a final line end, spelled for `audience`: the reference tool
  /// nimbus-fml, or any reader of YAML.
  package static func print(_ value: JSONValue, for audience: Audience = .reference) -> String {
    var bytes: [UInt8] = []
    let printer = YAMLPrinter(audience)
    withUnsafeMutablePointer(to: &bytes) { output in
      printer.initializeEmitter(output)
      printer.writeDocument(value)
      yaml_emitter_delete(printer.emitter)
    }
    printer.emitter.deallocate()
    // Characters that libyaml would escape were passed to it as two others each.
    return WideCharacters.decoded(bytes)
  }

  private init(_ audience: Audience) { self.audience = audience }

  /// Initializes the emitter, which appends the text to `output`.
  private func initializeEmitter(_ output: UnsafeMutablePointer<[UInt8]>) {
    let isInitialized = yaml_emitter_initialize(emitter) == 1
    precondition(isInitialized, "out of memory")
    let withoutEscapes: Int32 = 1
    yaml_emitter_set_unicode(emitter, withoutEscapes)
    let unlimitedWidth: Int32 = -1
    yaml_emitter_set_width(emitter, unlimitedWidth)
    // libyaml calls the closure with `output` and each part of the text.
    yaml_emitter_set_output(
      emitter,
      { output, part, count in
        let part = UnsafeBufferPointer(start: part, count: count)
        output?.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: part)
        let success: Int32 = 1
        return success
      }, output)
  }

  /// Writes a value as the only document of the stream.
  private func writeDocument(_ value: JSONValue) {
    emit { yaml_stream_start_event_initialize($0, YAML_UTF8_ENCODING) }
    // Neither `---` before the document nor `...` after it.
    let withoutMark: Int32 = 1
    emit { yaml_document_start_event_initialize($0, nil, nil, nil, withoutMark) }
    write(value)
    // The stream gets no end: after a block with trailing empty lines libyaml would write `...`.
    emit { yaml_document_end_event_initialize($0, withoutMark) }
  }

  /// Passes an event to libyaml, which takes ownership and only fails if out of memory.
  private func emit(_ initialize: (UnsafeMutablePointer<yaml_event_t>) -> Int32) {
    let success: Int32 = 1
    var event = yaml_event_t()
    precondition(
      initialize(&event) == success && yaml_emitter_emit(emitter, &event) == success,
      "out of memory")
  }

  /// Tells libyaml that the kind of a value is clear without a tag such as `!!map`.
  private static let needsNoTag: Int32 = 1

  /// Writes a value, with arrays and objects in block style.
  private func write(_ value: JSONValue) {
    switch value {
    case .null: writeScalar("null", YAML_PLAIN_SCALAR_STYLE)
    case .boolean(let truth): writeScalar(truth ? "true" : "false", YAML_PLAIN_SCALAR_STYLE)
    case .integer(let integer): writeScalar(String(integer), YAML_PLAIN_SCALAR_STYLE)
    case .number(let number):
      let isForAnyReader = audience == .anyYAMLReader
      // Readers of YAML 1.1 need `1.0e+20` for `1e20`.
      let spelling = isForAnyReader ? Self.fullSpelling(of: number) : Self.spelling(of: number)
      writeScalar(spelling, YAML_PLAIN_SCALAR_STYLE)
    case .string(let text): writeString(text)
    case .array(let elements): writeArray(elements)
    case .object(let members): writeObject(members)
    }
  }

  /// Writes an array with each element on a line of its own.
  private func writeArray(_ elements: [JSONValue]) {
    // libyaml takes an event for the start, those of the elements, and one for the end.
    emit { event in
      yaml_sequence_start_event_initialize(
        event, nil, nil, Self.needsNoTag, YAML_BLOCK_SEQUENCE_STYLE)
    }
    for element in elements { write(element) }
    emit { yaml_sequence_end_event_initialize($0) }
  }

  /// Writes an object with each member on a line of its own.
  private func writeObject(_ members: JSONObject) {
    // libyaml takes the members as keys and values in turn.
    emit { event in
      yaml_mapping_start_event_initialize(
        event, nil, nil, Self.needsNoTag, YAML_BLOCK_MAPPING_STYLE)
    }
    for (key, value) in members {
      writeString(key)
      write(value)
    }
    emit { yaml_mapping_end_event_initialize($0) }
  }

  /// Writes a string: several lines as a literal block, a text that could be read as another kind
  /// of value in quotes, and others as libyaml decides.
  private func writeString(_ text: String) {
    let isForAnyReader = audience == .anyYAMLReader
    // Readers other than nimbus-fml, the reference tool, could disagree on such a text without
    // escapes.
    if isForAnyReader, YAMLScalar.needsEscapes(text) {
      return writeScalar(text, YAML_DOUBLE_QUOTED_SCALAR_STYLE)
    }
    let hasLineEnd = text.hasByte { $0 == UInt8(ascii: "\n") }
    if hasLineEnd { return writeScalar(text, YAML_LITERAL_SCALAR_STYLE) }
    // Readers of YAML 1.1 take more texts for numbers than the reference tool does.
    let isAmbiguous =
      YAMLScalar.isAmbiguous(text) || (isForAnyReader && YAMLScalar.resemblesNumber(text))
    writeScalar(text, isAmbiguous ? YAML_SINGLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE)
  }

  /// Writes a scalar in a style, which says whether it is quoted and how; without a tag such as
  /// `!!str`.
  private func writeScalar(_ text: String, _ style: yaml_scalar_style_t) {
    // libyaml would escape wide characters. They are restored when the whole text is written.
    var text = WideCharacters.encoded(text)
    text.withUTF8 { bytes in
      // libyaml declares the text as one that it may change, but does not change it.
      let start = UnsafeMutablePointer(mutating: bytes.baseAddress)
      // Two flags: the tag is left out without quotes, and with quotes.
      emit { event in
        yaml_scalar_event_initialize(
          event, nil, nil, start, Int32(bytes.count), Self.needsNoTag, Self.needsNoTag, style)
      }
    }
  }

  /// The spelling with a point and a signed exponent, which YAML 1.1 requires: `1.0e+20` for
  /// `1e20`.
  private static func fullSpelling(of number: JSONNumber) -> String {
    let spelling = spelling(of: number)
    guard let exponentMark = spelling.firstIndex(of: "e") else { return spelling }
    let mantissa = spelling[..<exponentMark]
    let exponent = spelling[spelling.index(after: exponentMark)...]
    let point = mantissa.contains(".") ? "" : ".0"
    let sign = exponent.hasPrefix("-") ? "" : "+"
    return "\(mantissa)\(point)e\(sign)\(exponent)"
  }

  /// A spelling that is read back as the same number: `1e+20` and `1.0e20` are `1e20`.
  ///
  /// A fraction has a point or an exponent, so that it does not become an integer. Integers, and
  /// numbers that are too large for a double, are spelled as they were written.
  private static func spelling(of number: JSONNumber) -> String {
    let literal = number.literal
    let isFraction = literal.utf8.contains { ".eE".utf8.contains($0) }
    guard isFraction, number.double.isFinite else { return literal }
    let spelling = number.double.description
    guard let exponentMark = spelling.firstIndex(of: "e") else { return spelling }
    var mantissa = spelling[..<exponentMark]
    if mantissa.hasSuffix(".0") { mantissa = mantissa.dropLast(".0".count) }
    let markAndExponent = spelling[exponentMark...].filter { $0 != "+" }
    return mantissa + markAndExponent
  }
}

/// Encodes characters beyond U+FFFF as two private-use characters each; libyaml would escape them,
/// its port does not.
///
/// The first one, from U+E000, has the bits above the lowest ten; the second one, from U+E440, has
/// the lowest ten: U+1F600 becomes U+E07D and U+E640. The private-use characters used here are
/// encoded in the same way, so that decoding is unambiguous.
private enum WideCharacters {
  private static let highStart: UInt32 = 0xE000
  private static let lowStart: UInt32 = 0xE440
  private static let lowEnd: UInt32 = 0xE840
  /// The number of bits that the second character has.
  private static let lowBitCount: UInt32 = 10
  /// The largest scalar that is encoded as itself.
  private static let lastNarrow: UInt32 = 0xFFFF
  /// The first UTF-8 byte of these private-use characters.
  private static let firstPrivateUseByte: UInt8 = 0xEE
  /// The first UTF-8 bytes of characters beyond U+FFFF are at least this one.
  private static let firstWideByte: UInt8 = 0xF0

  /// The text with each character beyond U+FFFF as two private-use characters, because libyaml
  /// would escape the character itself.
  ///
  /// A character of the text that could be half of such a pair is replaced by two as well.
  static func encoded(_ text: String) -> String {
    let mayNeedPairs = text.hasByte { $0 == firstPrivateUseByte || $0 >= firstWideByte }
    guard mayNeedPairs else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let looksLikeHalf = (highStart..<lowEnd).contains(scalar.value)
      if scalar.value > lastNarrow || looksLikeHalf {
        scalars.append(contentsOf: pair(for: scalar))
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// The two private-use characters that stand for a character: the first has the bits above its
  /// lowest ten, the second the lowest ten.
  private static func pair(for scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let lowMask: UInt32 = (1 << lowBitCount) - 1
    let high = highStart + (scalar.value >> lowBitCount)
    let low = lowStart + (scalar.value & lowMask)
    // Both are characters, so none is nil.
    return [high, low].compactMap { value in Unicode.Scalar(value) }
  }

  /// The text that ``encoded(_:)`` encoded before libyaml wrote it: each pair of private-use
  /// characters becomes the character that it stands for.
  ///
  /// A half of a pair never occurs alone, because ``encoded(_:)`` also replaced the private-use
  /// characters of the original text by pairs.
  static func decoded(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let mayHavePairs = text.hasByte { $0 == firstPrivateUseByte }
    guard mayHavePairs else { return text }
    var scalars = String.UnicodeScalarView()
    // The bits of the first character of a pair, until the second one is read.
    var highBits: UInt32 = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case highStart..<lowStart: highBits = (scalar.value - highStart) << lowBitCount
      case lowStart..<lowEnd:
        let lowBits = scalar.value - lowStart
        if let wide = Unicode.Scalar(highBits + lowBits) { scalars.append(wide) }
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
