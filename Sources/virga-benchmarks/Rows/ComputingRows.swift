import VirgaCanvas
import VirgaConsole
import VirgaFiles
import VirgaJSON
import VirgaManifest
import VirgaSource

/// The console's computations, without a terminal.
enum ComputingRows {
  static func rows(_ inputs: Inputs, _ sampling: Sampling) -> [Row] {
    let large = Size(columns: 200, rows: 60)
    return inputs.all.filter { $0.size < 20_000_000 }.flatMap { console($0, large, sampling) }
      + [filter(sampling)] + typing(sampling)
  }

  private static func console(_ input: Input, _ size: Size, _ sampling: Sampling) -> [Row] {
    let subject = "\(input.name) \(size)"
    return [
      Row("update and frame: down", on: subject, .milliseconds) {
        guard var model = model(input, size) else { return nil }
        return time(sampling, [.down, .up]) { keep(press($0, &model)) }
      },
      Row("differences of two frames", on: subject, .milliseconds) {
        guard var model = model(input, size) else { return nil }
        let frames = [press(.down, &model), press(.down, &model)]
        return time(sampling, [0, 1]) { keep(frames[$0].changes(since: frames[1 - $0])) }
      },
      Row("note the problems", on: subject, .milliseconds) {
        guard var model = model(input, size) else { return nil }
        let problems = problems(input)
        defer { input.drop() }
        return sampling.time { keep(update(&model, .checked(problems))) }
      },
    ]
  }

  /// The milliseconds of one step, measured over a hundred: one is too short for the clock.
  private static func time<Step>(_ sampling: Sampling, _ steps: [Step], _ body: (Step) -> Void) -> Double {
    sampling.time { for turn in 0..<100 { body(steps[turn % steps.count]) } } / 100
  }

  private static func press(_ key: Key, _ model: inout Model) -> Canvas {
    _ = update(&model, .terminal(.key(KeyPress(key))))
    return frame(of: model)
  }

  private static func model(_ input: Input, _ size: Size) -> Model? {
    guard let manifest = input.manifest else { return nil }
    var model = Model(size: size)
    _ = update(&model, .loaded(manifest, manifest.problems))
    _ = update(&model, .checked(problems(input)))
    return model
  }

  private static func problems(_ input: Input) -> [Name?: [Problem]] {
    guard let manifest = input.manifest else { return [:] }
    return Dictionary(uniqueKeysWithValues: input.channels.map { ($0.map(Name.init(_:)), manifest.problems(in: $0)) })
  }

  private static func filter(_ sampling: Sampling) -> Row {
    Row("filter", on: "10k names", .milliseconds) {
      let names = (0..<10_000).map { "feature-\($0)-of-\($0 % 17)-toolbar-\($0 % 97)" }
      let filter = Filter("tbar7")
      return sampling.time { for name in names { keep(filter.match(name)) } }
    }
  }

  /// A key press in the middle of a long config.
  private static func typing(_ sampling: Sampling) -> [Row] {
    let subject = "a map of objects"
    return [
      Row("check a config of 2,000 lines", on: subject, .milliseconds, .below(.figure(2))) {
        typed { manifest, feature, config in
          sampling.time {
            let source = SourceText(name: "config.json", text: config)
            keep(manifest.check(config: source, feature: feature, channel: "release"))
          }
        }
      },
      Row("complete in a config of 2,000 lines", on: subject, .milliseconds, .below(.figure(2))) {
        typed { manifest, feature, config in
          sampling.time {
            let source = SourceText(name: "config.json", text: config)
            let position = SourcePosition(line: 1003, column: 13)
            keep(manifest.completions(in: source, at: position, feature: feature, channel: "release"))
          }
        }
      },
    ]
  }

  private static func typed(_ body: (Manifest, FeatureDefinition, String) -> Double) -> Double? {
    let loader = ManifestLoader(files: .memory([:]), workingFolder: "/")
    guard
      let manifest = try? loader.load(text: Array(GeneratedConfig.manifest.utf8), name: "buttons.fml.yaml"),
      let feature = manifest.features.first
    else { return nil }
    return body(manifest, feature, GeneratedConfig.config)
  }
}
