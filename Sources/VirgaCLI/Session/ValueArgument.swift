import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource

/// A value on the command line: JSON, or a string without quotation marks.
struct ValueArgument {
  /// The values that the text may mean, the likeliest first: `120` is a number, or else a string.
  let readings: [JSONValue]
  /// The text of the file that the value was read from; nil for one on the command line.
  private(set) var fileText: LocatedText?

  /// A value read from a file, where a number is never meant as a string.
  init(_ value: JSONValue) { readings = [value] }

  /// Reads the config in a file, in JSON or YAML; - is standard input.
  ///
  /// - Throws: The exit code for a file that cannot be read, after printing why.
  init(file: String) throws {
    try Inputs.claim([file], for: "the config")
    let text = try JSONInput.text(file)
    guard let value = text.json else { throw ExitCode.problems }
    self.init(value)
    fileText = text
  }

  /// Parses a whole config, which is an object, or reads the file that contains it.
  ///
  /// - Throws: The exit code for invalid input, after printing its problems.
  init(config text: String) throws {
    if Self.namesFile(text) {
      try self.init(file: text)
    } else {
      try self.init(text)
    }
  }

  /// Whether a text is the path of a file rather than JSON, such as `1.5` or `{"text": "a.b"}`.
  private static func namesFile(_ text: String) -> Bool {
    if text == "-" { return true }
    // JSON with a mistake in it is still meant as JSON, and an empty text is not a path either.
    let beginsLikeJSON = text.first.map { "{[\"".contains($0) } ?? true
    let isJSON = beginsLikeJSON || (try? JSONValue.parse(text)) != nil
    // A name of an existing file, or a text that looks like a path or a URL.
    return !isJSON && UnknownWord.namesInput(text)
  }

  /// Parses an argument; one that begins like an object, an array or a string must be valid JSON.
  ///
  /// Any other text may also be meant as a string: `120` is a number, but a string if a number is
  /// refused.
  ///
  /// - Throws: The exit code for invalid input, after printing its problems.
  init(_ text: String) throws {
    do throws(Problems) {
      let value = try JSONValue.parse(text, name: "value")
      let isString = value.stringValue != nil
      readings = isString ? [value] : [value, .string(text)]
    } catch {
      let isMeantAsJSON = text.first.map { "{[\"".contains($0) } ?? false
      guard isMeantAsJSON else {
        readings = [.string(text)]
        return
      }
      Output.remark(error.all)
      throw ExitCode.problems
    }
  }

  /// The result of `body` for the likeliest value that it does not refuse.
  ///
  /// - Throws: The refusal of the likeliest value if all are refused.
  func first<Value>(_ body: (JSONValue) throws -> Value) throws -> Value {
    do {
      return try body(readings[0])
    } catch let refusal as Refusal where !refusal.problems.isEmpty {
      // The value has the wrong type, so the text may mean another one: `120` is also a string.
      for reading in readings.dropFirst() {
        if let value = try? body(reading) { return value }
      }
      throw refusal
    }
  }
}
