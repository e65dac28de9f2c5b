import VirgaJSON

/// The speed of reading and writing JSON, compared with a copy of the bytes.
enum JSONRows {
  static func rows(_ sampling: Sampling) -> [Row] {
    let text = "[" + Array(repeating: GeneratedConfig.config, count: 40).joined(separator: ",\n") + "]"
    let bytes = Array(text.utf8)
    let size = "\(bytes.count / 1000) KB"
    return [
      Row("parse JSON", on: size, .megabytesPerSecond, .comparedWith(validation(bytes, sampling))) {
        speed(bytes.count, sampling.time { keep(try? JSONValue.parse(bytes)) })
      },
      Row("print JSON", on: size, .megabytesPerSecond, .comparedWith(copy(bytes, sampling))) {
        guard let value = try? JSONValue.parse(bytes) else { return nil }
        return speed(value.pretty().utf8.count, sampling.time { keep(value.pretty()) })
      },
    ]
  }

  private static func validation(_ bytes: [UInt8], _ sampling: Sampling) -> Baseline {
    Baseline(name: "UTF-8 validation") {
      speed(bytes.count, sampling.time { keep(String(decoding: bytes, as: UTF8.self)) })
    }
  }

  private static func copy(_ bytes: [UInt8], _ sampling: Sampling) -> Baseline {
    Baseline(name: "a copy of the bytes") {
      speed(bytes.count, sampling.time { keep(bytes.withUnsafeBytes { [UInt8]($0) }) })
    }
  }

  private static func speed(_ bytes: Int, _ milliseconds: Double) -> Double {
    Double(bytes) / 1e6 / (milliseconds / 1e3)
  }
}
