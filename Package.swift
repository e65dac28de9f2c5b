// swift-tools-version: 6.2

import PackageDescription

/// Tests are not optimized: that would take longer than it saves.
///
/// SwiftPM rejects a dependency with unsafe flags only in the targets of its products, and tests
/// are in none.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Whether warnings are errors: where virga itself is checked, never in the build of an app that
/// depends on it.
let areWarningsErrors = Context.environment["VIRGA_STRICT"] != nil

/// What every Swift target is held to.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ] + (areWarningsErrors ? [.treatAllWarnings(as: .error)] : [])

/// What every C target is held to.
let strictC: [CSetting] = areWarningsErrors ? [.treatAllWarnings(as: .error)] : []

/// What tests, and targets that only tests use, are held to.
let strictTests = strict + unoptimized

/// What apps that use Mozilla's SDK are compiled with: its generated code has plain imports, and
/// `any` is optional there.
let mozilla: [SwiftSetting] =
  [.swiftLanguageMode(.v6)] + (areWarningsErrors ? [.treatAllWarnings(as: .error)] : [])
  + unoptimized

/// A room of the house: a library target under `Sources/`.
///
/// Every room may call the system.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: ["CVirgaPlatform"] + dependencies, swiftSettings: strict)
}

/// A room that is a product of its own.
///
/// It says which system interfaces it uses for what, as Apple asks of libraries. Only builds on a
/// Mac get that file: a target with resources imports Foundation, which would make programs of
/// other systems several times larger.
func product(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  let manifest = "PrivacyInfo.xcprivacy"
  let target = room(name, dependencies)
  #if os(macOS)
    target.resources = [.copy(manifest)]
  #else
    target.exclude = [manifest]
  #endif
  return target
}

/// A door to a C library: the only target that includes its header; on a Mac the library may have
/// another name.
func door(_ name: String, links libraries: [String], onMac: [String]? = nil) -> Target {
  guard let onMac else {
    return .target(
      name: name, cSettings: strictC, linkerSettings: libraries.map { .linkedLibrary($0) })
  }
  return .target(
    name: name, cSettings: strictC,
    linkerSettings: libraries.map { .linkedLibrary($0, .when(platforms: [.linux])) }
      + onMac.map { .linkedLibrary($0, .when(platforms: [.macOS])) })
}

/// The tests of one room, in the folder that mirrors it.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: [.init(stringLiteral: name), "VirgaTestSupport", "CVirgaPlatform"] + dependencies,
    exclude: exclude,
    resources: resources,
    swiftSettings: strictTests
  )
}

let collections: Target.Dependency = .product(
  name: "OrderedCollections", package: "swift-collections")
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "virga",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "virga", targets: ["virga"]),
    .executable(name: "virga-example-app", targets: ["virga-example-app"]),
    .library(name: "VirgaSDK", targets: ["VirgaSDK"]),
    .library(name: "VirgaLive", targets: ["VirgaLive"]),
    .library(name: "VirgaBundle", targets: ["VirgaBundle"]),
    .library(name: "VirgaFeatureFlags", targets: ["VirgaFeatureFlags"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  // Each room imports only rooms above it.
  targets: [
    door("CVirgaPlatform", links: []),
    room("VirgaSource"),
    room("VirgaFiles", ["VirgaSource", system]),
    room("VirgaJSON", ["VirgaSource", collections]),
    room("VirgaTargeting", ["VirgaSource", "VirgaJSON"]),
    room("VirgaExperiments", ["VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting"]),
    room("VirgaFlags", ["VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting"]),
    room("VirgaResources", ["VirgaSource", "VirgaFiles", "VirgaJSON", system]),
    product(
      "VirgaSDK",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaResources",
      ]),
    door("CVirgaSQLite", links: ["sqlite3", "m"]),
    room(
      "VirgaSession",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "CVirgaSQLite",
        system,
      ]),
    product(
      "VirgaLive",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSDK",
        "VirgaSession",
      ]),
    product(
      "VirgaBundle",
      ["VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaFlags", "VirgaSDK"]),
    product(
      "VirgaFeatureFlags",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaFlags", "VirgaSDK",
        "VirgaBundle",
      ]),
    door("CVirgaYAML", links: ["yaml"]),
    room("VirgaYAML", ["VirgaSource", "VirgaJSON", "CVirgaYAML"]),
    room("VirgaWeb", ["VirgaSource", "VirgaFiles", "VirgaExperiments", system]),
    room(
      "VirgaManifest", ["VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaExperiments", "VirgaYAML"]),
    room(
      "VirgaGenerate",
      ["VirgaSource", "VirgaJSON", "VirgaExperiments", "VirgaFlags", "VirgaYAML", "VirgaManifest"]),
    room(
      "VirgaWorkbench",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession",
        "VirgaYAML", "VirgaWeb", "VirgaManifest", "VirgaGenerate",
      ]),
    room("VirgaCanvas", ["VirgaSource"]),
    room(
      "VirgaConsole",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession",
        "VirgaYAML", "VirgaManifest", "VirgaGenerate", "VirgaWorkbench", "VirgaCanvas",
      ]),
    door("CVirgaCurses", links: ["ncursesw", "tinfo"], onMac: ["ncurses"]),
    room("VirgaTerminal", ["VirgaFiles", "VirgaCanvas", "CVirgaCurses", system]),
    .target(name: "CVirgaEmbedded", cSettings: strictC),
    room("VirgaEmbedded", ["CVirgaEmbedded"]),
    room(
      "VirgaRuntime",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaResources",
        "VirgaSDK", "VirgaSession", "VirgaYAML", "VirgaWeb", "VirgaManifest", "VirgaGenerate",
        "VirgaWorkbench",
        "VirgaCanvas", "VirgaConsole", "VirgaTerminal", "VirgaEmbedded", system,
      ]),
    room(
      "VirgaLanguageServer",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaResources", "VirgaSession", "VirgaYAML", "VirgaManifest", "VirgaGenerate",
        "VirgaWorkbench", system,
      ]),
    room(
      "VirgaCLI",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaResources",
        "VirgaSDK", "VirgaSession", "VirgaYAML", "VirgaWeb", "VirgaManifest", "VirgaGenerate",
        "VirgaWorkbench",
        "VirgaCanvas", "VirgaConsole", "VirgaTerminal", "VirgaRuntime", "VirgaLanguageServer",
        "CVirgaSQLite",
        "CVirgaYAML",
        "CVirgaCurses", "VirgaEmbedded", arguments, system,
      ]),
    .executableTarget(name: "virga", dependencies: ["VirgaCLI"], swiftSettings: strict),
    .executableTarget(
      name: "virga-benchmarks",
      dependencies: [
        "virga", "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags",
        "VirgaSDK", "VirgaSession", "VirgaLive", "VirgaYAML", "VirgaManifest", "VirgaGenerate",
        "VirgaWorkbench",
        "VirgaCanvas", "VirgaConsole", "VirgaRuntime", "VirgaResources", "VirgaLanguageServer",
        "VirgaCLI", "CVirgaPlatform", "CVirgaSQLite", "Cirrus",
      ], swiftSettings: strict),
    .executableTarget(
      name: "virga-example-app",
      dependencies: [
        "CVirgaPlatform", "VirgaFiles", "VirgaSDK", "VirgaSession", "VirgaLive", "VirgaCanvas",
        "VirgaTerminal", "Cirrus",
      ],
      swiftSettings: strict),

    .target(
      name: "CVirgaTestSupport", path: "Tests/CVirgaTestSupport",
      cSettings: strictC),
    .target(
      name: "VirgaTestSupport",
      dependencies: [
        "CVirgaPlatform", "CVirgaTestSupport", "VirgaSource", "VirgaFiles", "VirgaJSON",
        "VirgaTargeting",
        "VirgaExperiments", "VirgaSDK",
        "VirgaManifest",
      ],
      path: "Tests/VirgaTestSupport", swiftSettings: strictTests),
    .target(
      name: "CirrusMessaging", dependencies: ["VirgaSDK"],
      path: "Tests/GeneratedCode/CirrusMessaging",
      swiftSettings: strict),
    .target(
      name: "Cirrus", dependencies: ["VirgaSDK", "CirrusMessaging"],
      path: "Tests/GeneratedCode/Cirrus",
      swiftSettings: strict),
    .target(
      name: "SampleComponent", dependencies: ["VirgaSDK"],
      path: "Tests/GeneratedCode/SampleComponent",
      swiftSettings: strictTests),
    .target(
      name: "Samples", dependencies: ["VirgaSDK", "SampleComponent"],
      path: "Tests/GeneratedCode/Samples",
      swiftSettings: strictTests),
    .target(
      name: "MozillaAppServices", path: "Tests/GeneratedCode/MozillaAppServices",
      swiftSettings: mozilla),
    .target(
      name: "MozillaSampleComponent", dependencies: ["MozillaAppServices"],
      path: "Tests/GeneratedCode/Mozilla/SampleComponent", swiftSettings: mozilla),
    .target(
      name: "MozillaSamples", dependencies: ["MozillaAppServices", "MozillaSampleComponent"],
      path: "Tests/GeneratedCode/Mozilla/Samples", swiftSettings: mozilla),
    .executableTarget(
      name: "VirgaSessionProbe",
      dependencies: ["CVirgaPlatform", "VirgaJSON", "VirgaTargeting", "VirgaSession"],
      path: "Tests/VirgaSessionProbe", swiftSettings: strictTests),
    .executableTarget(
      name: "VirgaTerminalProbe",
      dependencies: [
        "CVirgaPlatform", "CVirgaTestSupport", "VirgaFiles", "VirgaCanvas", "VirgaTerminal",
      ],
      path: "Tests/VirgaTerminalProbe", swiftSettings: strictTests),
    tests("VirgaSource", ["VirgaFiles"]),
    tests("VirgaFiles", [system]),
    tests("VirgaJSON", ["VirgaSource"]),
    tests("VirgaTargeting", ["VirgaSource", "VirgaJSON"], resources: [.copy("Vectors")]),
    tests(
      "VirgaExperiments", ["VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting"],
      resources: [.copy("Vectors")]),
    tests(
      "VirgaFlags", ["VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaWorkbench"],
      resources: [.copy("Vectors")]),
    tests("VirgaResources", ["VirgaSource", "VirgaFiles"]),
    tests(
      "VirgaSDK",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaResources",
        "VirgaFeatureFlags",
      ], resources: [.copy("Vectors")]),
    tests(
      "VirgaSession",
      ["VirgaSessionProbe", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaWorkbench"]),
    tests(
      "VirgaLive",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSDK",
        "VirgaSession", "VirgaFeatureFlags", "VirgaWorkbench",
      ]),
    tests(
      "VirgaBundle",
      ["VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaFlags", "VirgaSDK"],
      resources: [.copy("Example")]),
    tests(
      "VirgaFeatureFlags",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaFlags", "VirgaSDK",
        "VirgaBundle", "Cirrus",
      ]),
    tests("VirgaYAML", ["VirgaSource", "VirgaJSON"]),
    tests("VirgaWeb", ["VirgaSource", "VirgaFiles"]),
    tests(
      "VirgaManifest", ["VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaExperiments", "VirgaYAML"],
      resources: [.copy("Vectors")]),
    tests(
      "VirgaGenerate",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaExperiments", "VirgaFlags", "VirgaYAML",
        "VirgaManifest",
        "VirgaWorkbench",
      ], resources: [.copy("Vectors")]),
    tests(
      "VirgaWorkbench",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession",
        "VirgaYAML", "VirgaManifest", "VirgaGenerate",
      ]),
    tests("VirgaCanvas"),
    tests(
      "VirgaConsole",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaFlags", "VirgaSession",
        "VirgaYAML", "VirgaManifest", "VirgaGenerate", "VirgaWorkbench", "VirgaCanvas",
      ], exclude: ["Frames/Golden"]),
    tests("VirgaTerminal", ["VirgaTerminalProbe", "VirgaCanvas", "CVirgaCurses"]),
    tests("VirgaEmbedded", ["VirgaFiles"]),
    tests(
      "VirgaRuntime",
      [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaExperiments",
        "VirgaSession", "VirgaWeb",
        "VirgaManifest", "VirgaWorkbench", "VirgaCanvas", "VirgaConsole", "VirgaTerminal",
      ]),
    tests(
      "VirgaLanguageServer",
      [
        "virga", "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaResources",
        "VirgaSession", "VirgaYAML", "VirgaManifest", "VirgaWorkbench", system,
      ]),
    tests(
      "VirgaCLI",
      [
        "virga", "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaTargeting", "VirgaSession",
        "VirgaYAML", "VirgaWeb",
        "VirgaManifest", "VirgaGenerate", "VirgaCanvas", "VirgaConsole", "VirgaEmbedded",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "virga", "virga-example-app", "VirgaFiles", "VirgaJSON", "VirgaTargeting",
        "VirgaExperiments", "VirgaSession",
        "VirgaWorkbench", "VirgaConsole", "VirgaTestSupport", "CVirgaPlatform",
      ], swiftSettings: strictTests),
    .testTarget(
      name: "GeneratedCodeTests",
      dependencies: [
        "VirgaSource", "VirgaFiles", "VirgaJSON", "VirgaExperiments", "VirgaSDK",
        "VirgaFeatureFlags", "VirgaManifest", "VirgaGenerate",
        "VirgaTestSupport", "CirrusMessaging", "Cirrus", "SampleComponent", "Samples",
        "MozillaAppServices",
        "MozillaSampleComponent", "MozillaSamples", "CVirgaPlatform",
      ], swiftSettings: strictTests),
    .testTarget(
      name: "PackageTests",
      dependencies: [
        "VirgaSDK", "VirgaLive", "VirgaBundle", "VirgaFeatureFlags", "Cirrus", "VirgaTestSupport",
      ],
      exclude: ["PublicNames.txt"],
      swiftSettings: strictTests),
  ]
)

// What is named here is built alone, with all that it needs: the thread sanitizer checks the SDK,
// not the program. libFuzzer's program links only with `-sanitize=fuzzer`, so it is a target only
// if it is named.
if let wanted = Context.environment["VIRGA_TARGETS"]?.split(separator: " ").map(String.init) {
  if wanted.contains("virga-fuzz") {
    package.targets += [
      .target(name: "CVirgaFuzzer"),
      .executableTarget(
        name: "virga-fuzz",
        dependencies: [
          "CVirgaFuzzer", "CVirgaPlatform", "VirgaSource", "VirgaFiles", "VirgaJSON",
          "VirgaTargeting",
          "VirgaExperiments",
          "VirgaResources", "VirgaSession", "VirgaYAML", "VirgaManifest", "VirgaGenerate",
          "VirgaWorkbench", "VirgaLanguageServer",
          "VirgaCanvas",
        ], swiftSettings: strict),
    ]
  }
  var needed: Set<String> = []
  var waiting = wanted
  while let name = waiting.popLast() {
    guard needed.insert(name).inserted else { continue }
    for case .byNameItem(let other, _) in package.targets.first(where: { $0.name == name })?
      .dependencies ?? []
    {
      waiting.append(other)
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll()
}
